import type { Core } from '../core.ts';
import { printTests } from './print-tests.ts';
import type { TestListener } from './test-listener.ts';
import { type Body, withinLimit } from './within-limit.ts';

/** A test with the names around it and the group that it is in. */
interface Test {
  name: string;
  body: Body | undefined;
  group: Group;
  mode: Mode;
  /** Its stack has the place of the test. */
  at: Error;
}

interface Group {
  parent: Group | null;
  name: string;
  mode: Mode;
  hooks: Record<Hook, Body[]>;
}

type Mode = 'run' | 'only' | 'skip' | 'todo';
type Hook = 'beforeAll' | 'afterAll' | 'beforeEach' | 'afterEach';

/** Prepares a test; returns the check after it. */
type Begin = () => () => void;

const now = performance.now.bind(performance);

/** Returns functions that define tests, and the runner that executes them. */
export function createTestRunner({ process, placeOf, formatLog }: Core, begin: Begin) {
  const tests: Test[] = [];
  let group = groupOf('', null, 'run');
  const define =
    (mode: Mode) =>
    (name: unknown, ...given: unknown[]) => {
      const body = given.find((each) => typeof each === 'function') as Body | undefined;
      tests.push({ name: nameOf(name), body, group, mode: body === undefined ? 'todo' : mode, at: new Error() });
    };
  const open =
    (mode: Mode) =>
    (name: unknown, ...given: unknown[]) => {
      const outer = group;
      group = groupOf(nameOf(name), outer, mode);
      try {
        (given.find((each) => typeof each === 'function') as Body | undefined)?.();
      } finally {
        group = outer;
      }
    };
  const eachOf =
    (add: (name: unknown, body: Body) => void) => (rows: readonly unknown[]) => (name: string, body: Body) => {
      for (const row of rows) {
        const given: unknown[] = Array.isArray(row) ? row : [row];
        add(formatLog([name, ...given.slice(0, name.match(/%[sdifjoO]/g)?.length ?? 0)]), () => body(...given));
      }
    };
  const withModes = (add: (mode: Mode) => (name: unknown, ...given: unknown[]) => void) =>
    Object.assign(add('run'), { only: add('only'), skip: add('skip'), todo: add('todo'), each: eachOf(add('run')) });
  const hook = (kind: Hook) => (body: Body) => void group.hooks[kind].push(body);
  const test = withModes(define);
  const functions = {
    describe: withModes(open),
    suite: withModes(open),
    it: test,
    test,
    beforeAll: hook('beforeAll'),
    afterAll: hook('afterAll'),
    beforeEach: hook('beforeEach'),
    afterEach: hook('afterEach'),
  };
  const take = () => {
    group = groupOf('', null, 'run');
    return tests.splice(0);
  };
  const runner = {
    get hasTests() {
      return tests.length > 0;
    },
    forget: () => void take(),
    run: async (listener: TestListener = printTests((text) => void process.stdout.write(text), placeOf)) => {
      const problem = await runTests(take(), listener, begin);
      if (problem !== null) process.exitCode = 1;
      return problem;
    },
  };
  return { runner, functions };
}

/** Runs tests one after another. Resolves to the first error; null if all passed. */
async function runTests(
  tests: readonly Test[],
  listener: TestListener,
  begin: Begin,
): Promise<{ error: unknown } | null> {
  const hasOnly = tests.some((test) => modesOf(test).includes('only'));
  const begun = new Set<Group>();
  let first: { error: unknown } | null = null;
  for (const test of tests) {
    const modes = modesOf(test);
    const isSkipped = modes.includes('skip') || modes.includes('todo') || (hasOnly && !modes.includes('only'));
    const followed = {
      names: [...groupsOf(test.group).map((each) => each.name), test.name].filter(Boolean),
      at: test.at,
    };
    const startedAt = now();
    if (!isSkipped) listener.begins(followed);
    const outcome = isSkipped ? 'skipped' : await runTest(test, tests, begun, begin);
    listener.ends(followed, outcome, now() - startedAt);
    if (outcome !== 'skipped') first ??= outcome;
  }
  listener.over();
  return first;
}

/** Runs a test with the hooks around it. Resolves to its error, or to null if it passes. */
async function runTest(
  test: Test,
  tests: readonly Test[],
  begun: Set<Group>,
  begin: Begin,
): Promise<{ error: unknown } | null> {
  const finish = begin();
  const groups = groupsOf(test.group);
  let problem: { error: unknown } | null = null;
  const attempt = async (bodies: readonly (Body | undefined)[]) => {
    try {
      for (const body of bodies) await withinLimit(body);
    } catch (error) {
      problem ??= { error };
    }
  };
  for (const group of groups.filter((each) => !begun.has(each))) {
    begun.add(group);
    await attempt(group.hooks.beforeAll);
  }
  if (problem === null) await attempt([...groups.flatMap(({ hooks }) => hooks.beforeEach), test.body, finish]);
  await attempt(groups.toReversed().flatMap(({ hooks }) => hooks.afterEach));
  const later = tests.slice(tests.indexOf(test) + 1);
  const ended = groups.filter((each) => !later.some((other) => groupsOf(other.group).includes(each)));
  await attempt(ended.toReversed().flatMap(({ hooks }) => hooks.afterAll));
  return problem;
}

function groupOf(name: string, parent: Group | null, mode: Mode): Group {
  return { name, parent, mode, hooks: { beforeAll: [], afterAll: [], beforeEach: [], afterEach: [] } };
}

/** Returns a group and those around it, the outermost first. */
function groupsOf(group: Group): Group[] {
  return group.parent === null ? [group] : [...groupsOf(group.parent), group];
}

function modesOf({ mode, group }: Test): Mode[] {
  return [mode, ...groupsOf(group).map((each) => each.mode)];
}

function nameOf(name: unknown): string {
  return typeof name === 'function' ? name.name : String(name);
}
