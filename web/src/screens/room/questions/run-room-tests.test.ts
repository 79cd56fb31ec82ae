import { SHARED_TEXT } from '@cip/contracts/rooms/text-limits';
import { hashedText } from '@cip/contracts/runs/run-texts';
import type { RunTests } from '@cip/contracts/runs/run-tests';
import type { RunFile } from '@cip/contracts/runs/runs';
import { createAtom } from '@tanstack/store';
import { expect, test, vi } from 'vitest';
import { TestRunner } from '../../../features/questions/tests/test-runner.ts';
import type { TestedQuestion } from '../../../features/questions/tests/test-runner.ts';
import { endWith } from '../../../features/runs/sandbox/run-end.ts';
import type { Sandbox } from '../../../features/runs/sandbox/sandbox-types.ts';
import { hashOf } from '../../../features/runs/state/run-id.ts';
import type { RunSession } from '../../../features/runs/session/run-session.ts';
import { placeOfTests, runRoomTests, testsLabel, whyNoTests } from './run-room-tests.ts';

type Room = Parameters<typeof runRoomTests>[0];
type Request = (event: string, payload: object, timeoutMs?: number) => Promise<object>;

/** A session whose device runs Python, and whose engine runs Java and, in place of a phone, C. */
function sessionOn(device: 'laptop' | 'phone', changes: object = {}, files?: RunFile[]) {
  const laptopOnly = ['c', 'c++', 'sql'];
  const runtime = { bytes: 5_000_000 };
  const store = createAtom({ isAllowed: true, dataSet: null, run: null, engineLanguages: ['java', 'c'], ...changes });
  return {
    store,
    runsHere: (language: string) => language === 'python' || (device === 'laptop' && laptopOnly.includes(language)),
    room: {
      device,
      text: () => 'class Main {}',
      files: () => files,
      labelOf: (language: string) => language.toUpperCase(),
      runtimes: {
        runtimeOf: (language: string) => (['python', 'c', 'ruby'].includes(language) ? runtime : null),
        isCached: () => Promise.resolve(false),
      },
    },
  } as unknown as RunSession;
}

const QUESTION = { number: 1, starters: [], tests: [] } as unknown as Parameters<typeof whyNoTests>[2];
const aTest = (input: string, is_hidden = false) => {
  const flags = { is_query: false, is_ordered: false, is_numeric: false, is_hidden };
  return { name: 'One', input, expected: input, ...flags };
};
const tested: TestedQuestion = { id: 'question-1', tests: [aTest('1'), aTest('2'), aTest('3', true)] };

/** A room in Java whose server answers each test of the engine. */
function roomInJava(answer: (test: number) => object, files?: RunFile[]) {
  const request = vi.fn<Request>(async (_event, payload) => answer((payload as { test: number }).test));
  const report = vi.fn<(name: string, payload: object) => Promise<object>>(() => Promise.resolve({ ok: true }));
  const shownQuestions = { store: createAtom({ reports: [] }), request: report };
  const room = {
    code: {
      send: () => Promise.resolve(),
      cursors: { typing: () => [{ name: 'Cy', line: 4, root: SHARED_TEXT }] },
    },
    connection: { store: createAtom({ language: 'java' }), request },
    shownQuestions,
  };
  const runner = new TestRunner();
  return {
    request,
    report,
    parts: { room, runner, runs: { session: sessionOn('laptop', {}, files) } } as unknown as Room,
  };
}

test('runs tests on this device, else the engine, else nowhere', async () => {
  const [laptop, phone] = [sessionOn('laptop'), sessionOn('phone')];
  expect(['python', 'c', 'java', 'go'].map((one) => placeOfTests(laptop, one))).toEqual([
    'here',
    'here',
    'engine',
    null,
  ]);
  expect(['python', 'c', 'java'].map((one) => placeOfTests(phone, one))).toEqual(['here', 'engine', 'engine']);
  expect(['java', 'go', 'ruby'].map((one) => whyNoTests(phone, one, QUESTION))).toEqual([
    null,
    'Tests do not run in GO.',
    'Tests in RUBY need a laptop: your interviewer can run them.',
  ]);
  expect(whyNoTests(sessionOn('laptop', { isAllowed: false }), 'java', QUESTION)).toBe('Running is off.');
  expect(await testsLabel(phone, 'python', false)).toMatch(/^Run tests \(loads /);
  expect(await testsLabel(phone, 'c', false)).toBe('Run tests');
  // The button of the room's test files has that name.
  expect(await testsLabel(phone, 'c', true)).toBe('Run the question’s tests');
  expect(await testsLabel(phone, 'python', true)).toMatch(/^Run the question’s tests \(loads /);
});

test('runs tests of C++ with exceptions on the engine, as a run', () => {
  const place = (code: string, engineLanguages: string[], isConnected = true) => {
    const session = sessionOn('laptop', { engineLanguages });
    Object.assign(session.room, { text: () => code, state: createAtom({ isConnected }) });
    return placeOfTests(session, 'c++');
  };
  const throwing = 'int main() { try { throw 1; } catch (int) {} }';
  expect([place('int main() {}', ['c++']), place(throwing, ['c++'])]).toEqual(['here', 'engine']);
  expect([place(throwing, []), place(throwing, ['c++'], false)]).toEqual(['here', 'here']);
});

test('names the question’s languages when tests do not run in another', async () => {
  const phone = sessionOn('phone');
  const starters = ['python', 'java'].map((language) => ({ language, code: '' }));
  const inPython = { ...QUESTION, starters };
  expect(whyNoTests(phone, 'ruby', inPython)).toBe('These tests are for PYTHON or JAVA: switch the language.');
  expect(whyNoTests(phone, 'python', inPython)).toBeNull();
  const inSql = { ...QUESTION, tests: [{ ...aTest('1'), is_query: true }] };
  expect(whyNoTests(phone, 'python', inSql)).toBe('These tests are for SQL: switch the language.');
  expect(await testsLabel(phone, 'ruby', false)).toBe('Run tests');
});

test('waits for the data of a question only in SQL', () => {
  const laptop = sessionOn('laptop', { dataSet: { name: 'Question 2', sql: '' } });
  expect(whyNoTests(laptop, 'python', QUESTION)).toBeNull();
  const inSql = { ...QUESTION, starters: [{ language: 'sql', code: '' }] };
  expect(whyNoTests(laptop, 'sql', inSql)).toBe(
    'The data of another question is attached: bring this one to the front.',
  );
});

test('runs each test by its place on the engine', async () => {
  const { request, report, parts } = roomInJava((place) => ({
    ok: true,
    out: place === 1 ? 'wrong' : String(place + 1),
    end: { ...endWith('finished'), exitCode: 0, ms: 4_000 },
  }));

  await runRoomTests(parts, tested);

  const payload = { question: 'question-1', language: 'java', code: 'class Main {}', limitMs: 5_000 };
  expect(request.mock.calls).toEqual(
    [0, 1, 2].map((place) => ['question:run-test', { ...payload, test: place }, 35_000]),
  );
  const outcomes = [
    { outcome: 'passed', output: '1' },
    { outcome: 'failed', output: 'wrong' },
  ];
  expect(report.mock.calls).toMatchObject([
    [
      'question:tested',
      {
        question: 'question-1',
        language: 'java',
        tests: outcomes,
        hidden: { passed: 1, total: 1 },
      },
    ],
  ]);
  expect(parts.runner.store.get()?.lacks).toBe('Cy’s line 4');
});

test('leaves it to the server whether candidates see the count of hidden tests', async () => {
  const { report, parts } = roomInJava(() => ({ ok: true, out: '1', end: endWith('finished') }));
  parts.room.shownQuestions.store.set((state) => ({ ...state, sharesHidden: ['question-1'] }));
  await runRoomTests(parts, tested);
  expect(report.mock.calls).toMatchObject([['question:tested', { isHiddenShared: false }]]);
});

test('runs tests on this device with all files of the room, under their hash', async () => {
  const { report, parts } = roomInJava(() => ({ ok: true }));
  const files = ['class Main {}', 'class Shop {}'].map((content, index) => ({ name: `${index}.py`, content }));
  const execute = vi.fn<Sandbox['execute']>(() => ({
    ended: Promise.resolve({ ...endWith('finished'), exitCode: 0 }),
    stop: () => undefined,
    answer: () => undefined,
  }));
  const connection = { store: createAtom({ language: 'python' }) };
  const runs = {
    session: sessionOn('laptop', {}, files),
    lendSandbox: async (execution: (sandbox: object, signal: AbortSignal) => Promise<unknown>) =>
      execution({ execute }, new AbortController().signal),
  };

  await runRoomTests({ ...parts, room: { ...parts.room, connection }, runs } as unknown as Room, tested);

  expect(execute.mock.calls.map(([program]) => [program.code, program.files])).toEqual(
    [0, 1, 2].map(() => ['class Main {}', files]),
  );
  const hash = hashOf(hashedText('class Main {}', files));
  expect(report.mock.calls).toMatchObject([['question:tested', { hash }]]);
});

const ROOM_FILES = [
  { name: 'main.py', content: 'class Main {}' },
  { name: 'shop.py', content: 'TOTAL = 3' },
  { name: 'test_own.py', content: 'own' },
  { name: 'Test_Shop.py', content: 'the candidate’s' },
];
const HIDDEN = [
  { language: 'python', name: 'test_shop.py', code: 'Canary test' },
  { language: 'python', name: 'helper.py', code: 'Canary helper' },
  { language: 'java', name: 'test_other.py', code: 'Canary other' },
];

/** Runs the tests of a question with hidden files; each answer is for a program with test files. */
async function testProject(answer: Awaited<ReturnType<Sandbox['execute']>['ended']>, acks: object[] = []) {
  const { report, parts } = roomInJava(() => ({ ok: true }), ROOM_FILES);
  for (const ack of acks) report.mockResolvedValueOnce(ack);
  const execute = vi.fn<Sandbox['execute']>(({ tests }) => ({
    ended: Promise.resolve(tests ? answer : { ...endWith('finished'), exitCode: 0 }),
    stop: () => undefined,
    answer: () => undefined,
  }));
  const list = { files: ROOM_FILES.map(({ name }, place) => ({ name, root: `${place}` })) };
  const runs = {
    session: sessionOn('laptop', {}, ROOM_FILES),
    lendSandbox: async (execution: (sandbox: object, signal: AbortSignal) => Promise<unknown>) =>
      execution({ execute }, new AbortController().signal),
  };
  const room = {
    ...parts.room,
    code: { ...parts.room.code, textOf: (root: string) => ROOM_FILES[Number(root)]?.content ?? '' },
    connection: { store: createAtom({ language: 'python', files: list }) },
  };
  const project = { ...tested, tests: [aTest('', true)], hiddenFiles: HIDDEN };
  await runRoomTests({ ...parts, room, runs } as unknown as Room, project);
  return { report, programs: execute.mock.calls.map(([program]) => program), results: parts.runner.store.get() };
}

const FAILURE: RunTests['results'][number] = [0, 'test_total', 'failed', 1, 2, 'Canary message'];
const FILE_RESULTS: RunTests = { passed: 3, failed: 1, skipped: 1, files: ['test_shop.py'], results: [FAILURE] };

test('runs hidden test files beside the room’s, in private, and reports counts only', async () => {
  const { report, programs, results } = await testProject({ ...endWith('failed'), tests: FILE_RESULTS });

  const [main, shop, own] = ROOM_FILES;
  expect(programs).toHaveLength(2);
  expect(programs[1]).toMatchObject({
    code: 'class Main {}',
    tests: ['test_shop.py'],
    files: [
      main,
      shop,
      own,
      { name: 'test_shop.py', content: 'Canary test' },
      { name: 'helper.py', content: 'Canary helper' },
    ],
  });
  expect(programs[0]?.files).toEqual(ROOM_FILES);
  expect(results?.files).toEqual({ tests: FILE_RESULTS, problem: '' });
  expect(report.mock.calls).toMatchObject([['question:tested', { hidden: { passed: 4, total: 5 } }]]);
  expect(JSON.stringify(report.mock.calls)).not.toMatch(/Canary|test_/);
});

test('counts a hidden test file as failed if the code ends its tests, and not if it did not run', async () => {
  const endless = await testProject(endWith('time_limit'));
  expect(endless.results?.files).toMatchObject({ problem: 'They ran too long.', tests: { failed: 1 } });
  expect(endless.report.mock.calls).toMatchObject([['question:tested', { hidden: { passed: 1, total: 2 } }]]);
  const unloaded = await testProject(endWith('not_loaded', 'No network.'));
  expect(unloaded.results?.files).toEqual({ tests: null, problem: 'No network.' });
  expect(unloaded.report.mock.calls).toMatchObject([['question:tested', { hidden: { passed: 1, total: 1 } }]]);
});

test('reports hidden tests alone to a server of the previous release', async () => {
  const refused = { ok: false, error: { code: 'invalid', message: 'These are not the tests of the question.' } };
  const { report } = await testProject({ ...endWith('finished'), tests: FILE_RESULTS }, [refused]);
  expect(report.mock.calls.map(([, payload]) => (payload as { hidden: object }).hidden)).toEqual([
    { passed: 4, total: 5 },
    { passed: 1, total: 1 },
  ]);
});

test('shows why the server refused to run a test', async () => {
  const { report, parts } = roomInJava(() => ({ ok: false, error: { code: 'too_many_requests', message: 'Wait.' } }));

  await runRoomTests(parts, tested);

  const refused = { outcome: 'not_run', output: '', error: 'Wait.' };
  expect(report.mock.calls).toMatchObject([
    ['question:tested', { tests: [refused, refused], hidden: { passed: 0, total: 1 } }],
  ]);
});

test('starts tests once if they are pressed again before the edits are sent', async () => {
  const { request, parts } = roomInJava(() => ({ ok: true, out: '1', end: endWith('finished') }));
  const sending = Promise.withResolvers<void>();
  parts.room.code.send = () => sending.promise;
  const presses = [runRoomTests(parts, tested), runRoomTests(parts, tested)];
  sending.resolve();
  await Promise.all(presses);
  expect(request).toHaveBeenCalledTimes(tested.tests.length);

  await runRoomTests(parts, tested);
  expect(request).toHaveBeenCalledTimes(2 * tested.tests.length);
});

test('starts tests again after a failure', async () => {
  const { parts } = roomInJava(() => ({ ok: true }));
  const connection = { store: createAtom({ language: 'python' }) };
  const lendSandbox = vi.fn<() => Promise<never>>(() => Promise.reject(new Error('No network.')));
  const runs = { session: sessionOn('laptop'), lendSandbox };
  const room = { ...parts, room: { ...parts.room, connection }, runs } as unknown as Room;
  await runRoomTests(room, tested);
  await runRoomTests(room, tested);
  expect(lendSandbox).toHaveBeenCalledTimes(2);
});

const MAIN = { name: 'Main.java', content: 'class Main {}' };
const SHOP = { name: 'Shop.java', content: 'class Shop {}' };

test('sends all files to the engine', async () => {
  const { request, parts } = roomInJava(() => ({ ok: true, out: '1', end: endWith('finished') }), [MAIN, SHOP]);
  await runRoomTests(parts, tested);
  expect(request.mock.calls[0]?.[1]).toMatchObject({ code: MAIN.content, files: [MAIN, SHOP] });
});

test.each([
  [
    { files: ['The files field is not known.'] },
    'This server tests code of one file. It tests several after its update.',
  ],
  [{ language: ['This language cannot be run here.'] }, 'This language cannot be run here.'],
  [undefined, 'This language cannot be run here.'],
])('says in words that a server of the previous release takes no files: %j', async (errors, message) => {
  const error = { code: 'invalid', message: 'This language cannot be run here.', ...(errors && { errors }) };
  const { report, parts } = roomInJava(() => ({ ok: false, error }), [MAIN, SHOP]);
  await runRoomTests(parts, tested);
  expect(report.mock.calls[0]?.[1]).toMatchObject({ tests: [{ outcome: 'not_run', error: message }, {}] });
});
