import type { Core } from '../core.ts';
import { assertionErrorOf } from './assertion-error.ts';
import { isDeepEqual } from './deep-equal.ts';

type Message = string | Error | undefined;
type Check = (actual: unknown, expected: unknown, message?: Message) => void;

/** Returns the modules `assert` and `assert/strict`. */
export function assertModule({ inspect }: Pick<Core, 'inspect'>) {
  const AssertionError = assertionErrorOf(inspect);
  const fail = (operator: string, actual: unknown, expected: unknown, message: Message): never => {
    if (message instanceof Error) throw message;
    throw new AssertionError({ actual, expected, operator, message });
  };
  const checkOf =
    (operator: string, holds: (actual: unknown, expected: unknown) => boolean): Check =>
    (actual, expected, message) => {
      if (!holds(actual, expected)) fail(operator, actual, expected, message);
    };
  const ok = (value?: unknown, message?: Message) => {
    if (!value) fail('==', value, true, message ?? 'The expression evaluated to a falsy value:\n\n  assert(…)\n');
  };
  // As `assert.equal` compares.
  const isEqual = (one: unknown, other: unknown) => one == other || (Number.isNaN(one) && Number.isNaN(other));
  const deep = (one: unknown, other: unknown) => isDeepEqual(one, other);
  const loose = (one: unknown, other: unknown) => isDeepEqual(one, other, false);
  const strictly = {
    strictEqual: checkOf('strictEqual', Object.is),
    notStrictEqual: checkOf('notStrictEqual', (one, other) => !Object.is(one, other)),
    deepStrictEqual: checkOf('deepStrictEqual', deep),
    notDeepStrictEqual: checkOf('notDeepStrictEqual', (one, other) => !deep(one, other)),
  };
  const loosely = {
    equal: checkOf('==', isEqual),
    notEqual: checkOf('!=', (one, other) => !isEqual(one, other)),
    deepEqual: checkOf('deepEqual', loose),
    notDeepEqual: checkOf('notDeepEqual', (one, other) => !loose(one, other)),
  };
  const others = {
    ok,
    match: checkOf('match', (text, pattern) => (pattern as RegExp).test(String(text))),
    doesNotMatch: checkOf('doesNotMatch', (text, pattern) => !(pattern as RegExp).test(String(text))),
    fail: (message: Message = 'Failed') => fail('fail', undefined, undefined, message),
    ifError: (value: unknown) => {
      if (value !== null && value !== undefined) throw value as Error;
    },
    ...throwing(fail, deep),
    AssertionError,
  };
  const assert = Object.assign((value?: unknown, message?: Message) => ok(value, message), strictly, loosely, others);
  const strict = Object.assign((value?: unknown, message?: Message) => ok(value, message), strictly, others, {
    equal: strictly.strictEqual,
    notEqual: strictly.notStrictEqual,
    deepEqual: strictly.deepStrictEqual,
    notDeepEqual: strictly.notDeepStrictEqual,
  });
  Object.assign(assert, { strict });
  Object.assign(strict, { strict });
  return { assert, strict };
}

type Fail = (operator: string, actual: unknown, expected: unknown, message: Message) => never;

/** Returns the checks of what a function throws, and of what a promise rejects with. */
function throwing(fail: Fail, deep: (one: unknown, other: unknown) => boolean) {
  const expect = (caught: { error: unknown } | null, operator: string, given: unknown[]) => {
    const [expected, message] = typeof given[0] === 'string' ? [undefined, given[0]] : (given as [unknown, Message]);
    const kind = operator === 'rejects' ? 'rejection' : 'exception';
    if (caught === null) return fail(operator, undefined, expected, message ?? `Missing expected ${kind}.`);
    if (matches(caught.error, expected, deep)) return;
    if (typeof expected !== 'object' || expected instanceof RegExp) throw caught.error as Error;
    fail(operator, caught.error, expected, message);
  };
  const expectNone = (caught: { error: unknown } | null, operator: string, given: unknown[]) => {
    if (caught === null) return;
    const kind = operator === 'doesNotReject' ? 'rejection' : 'exception';
    const text = `Got unwanted ${kind}.\nActual message: "${String((caught.error as Error | undefined)?.message)}"`;
    fail(operator, caught.error, undefined, (given.at(-1) as Message) ?? text);
  };
  const run = (body: () => unknown) => {
    try {
      body();
      return null;
    } catch (error) {
      return { error };
    }
  };
  const settle = async (given: unknown) => {
    try {
      await (typeof given === 'function' ? Reflect.apply(given, undefined, []) : given);
      return null;
    } catch (error) {
      return { error };
    }
  };
  return {
    throws: (body: () => unknown, ...given: unknown[]) => expect(run(body), 'throws', given),
    doesNotThrow: (body: () => unknown, ...given: unknown[]) => expectNone(run(body), 'doesNotThrow', given),
    rejects: async (body: unknown, ...given: unknown[]) => expect(await settle(body), 'rejects', given),
    doesNotReject: async (body: unknown, ...given: unknown[]) => expectNone(await settle(body), 'doesNotReject', given),
  };
}

/** Whether an error is the expected one: of a class, with a message, with properties, or for a function true. */
function matches(error: unknown, expected: unknown, deep: (one: unknown, other: unknown) => boolean): boolean {
  if (expected === undefined || expected === null) return true;
  if (expected instanceof RegExp) return expected.test(String(error));
  if (typeof expected === 'function') {
    if (expected === Error || Error.isPrototypeOf(expected)) return error instanceof (expected as typeof Error);
    return Reflect.apply(expected, {}, [error]) === true;
  }
  const wanted = expected as Record<string, unknown>;
  const keys = expected instanceof Error ? ['name', 'message', ...Object.keys(expected)] : Object.keys(wanted);
  return keys.every((key) => {
    const actual = (error as Record<string, unknown>)[key];
    return wanted[key] instanceof RegExp && typeof actual === 'string'
      ? wanted[key].test(actual)
      : deep(actual, wanted[key]);
  });
}
