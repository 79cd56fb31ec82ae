import type { Core } from '../node-modules.ts';

type Body = (...given: unknown[]) => unknown;

/** A test with the names around it and the group that it is in. */
interface Test {
  name: string;
  body: Body | undefined;
  group: Group;
  mode: Mode;
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

/** Longest time of one test (ms), as in Vitest and Jest. */
const TEST_WITHIN_MS = 5_000;

const { setTimeout: setTimeoutBefore, clearTimeout: clearTimeoutBefore } = self;

/** Returns functions that define tests, and the runner that executes them and prints the results. */
export function createTestRunner({ process, placeOf, formatLog }: Core, begin: Begin) {
  const root = groupOf('', null, 'run');
  const tests: Test[] = [];
  let group = root;
  const define =
    (mode: Mode) =>
    (name: unknown, ...given: unknown[]) => {
      const body = given.find((each) => typeof each === 'function') as Body | undefined;
      tests.push({ name: nameOf(name), body, group, mode: body === undefined ? 'todo' : mode });
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
  const print = (text: string) => process.stdout.write(`${text}\n`);
  const runner = {
    get hasTests() {
      return tests.length > 0;
    },
    run: async () => {
      const problem = await runTests(tests, print, placeOf, begin);
      if (problem !== null) process.exitCode = 1;
      return problem;
    },
  };
  return { runner, functions };
}

/** Runs tests one after another and prints their results. Resolves to the first error; null if all passed. */
async function runTests(
  tests: readonly Test[],
  print: (text: string) => void,
  placeOf: Core['placeOf'],
  begin: Begin,
): Promise<{ error: unknown } | null> {
  const hasOnly = tests.some((test) => modesOf(test).includes('only'));
  const counts = { passed: 0, failed: 0, skipped: 0 };
  const begun = new Set<Group>();
  let first: { error: unknown } | null = null;
  for (const test of tests) {
    const modes = modesOf(test);
    const isSkipped = modes.includes('skip') || modes.includes('todo') || (hasOnly && !modes.includes('only'));
    const outcome = isSkipped ? 'skipped' : await runTest(test, tests, begun, begin);
    const name = [...groupsOf(test.group).map((each) => each.name), test.name].filter(Boolean).join(' > ');
    if (outcome === 'skipped') counts.skipped++;
    else if (outcome === null) counts.passed++;
    else counts.failed++;
    print(`${outcome === null ? '✓' : outcome === 'skipped' ? '-' : '✗'} ${name}`);
    if (outcome === null || outcome === 'skipped') continue;
    first ??= outcome;
    print(problemText(outcome.error, placeOf));
  }
  const parts = Object.entries(counts).filter(([, count]) => count > 0);
  print(`\nTests: ${parts.map(([word, count]) => `${count} ${word}`).join(', ')}`);
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

/** Runs a test or a hook; one with a parameter gets the function that ends it, as in Jest. */
async function withinLimit(body: Body | undefined): Promise<void> {
  const { promise, resolve, reject } = Promise.withResolvers<void>();
  const limit = setTimeoutBefore(
    () => reject(new Error(`It took longer than ${TEST_WITHIN_MS / 1_000} s.`)),
    TEST_WITHIN_MS,
  );
  const done = (error?: unknown) => (error === undefined ? resolve() : reject(error));
  try {
    const takesDone = (body?.length ?? 0) > 0;
    const result = body?.(done);
    await (takesDone ? promise : Promise.race([result, promise]));
  } finally {
    clearTimeoutBefore(limit);
  }
}

function problemText(error: unknown, placeOf: Core['placeOf']): string {
  const title = error instanceof Error ? `${error.name}: ${error.message}` : String(error);
  return `${title}\n${placeOf(error)}`.trimEnd().replaceAll(/^(?!\s*$)/gm, '    ');
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
