import type { RunTests } from '@cip/contracts/runs/run-tests';
import { expect, test } from 'vitest';
import { FakePage } from '../testing/fake-room.ts';
import { serveRuns, server, settle, twoPages } from '../testing/two-pages.ts';
import { testFilesOf } from '@cip/contracts/runs/test-files';

serveRuns();

const MAIN = { name: 'main.py', content: 'print(1)' };
const SHOP = { name: 'shop.py', content: 'PRICE = 3' };
const TESTED = { name: 'test_shop.py', content: 'def test_price(): pass' };
const TESTS: RunTests = {
  passed: 1,
  failed: 0,
  skipped: 0,
  files: [TESTED.name],
  results: [[0, 'test_price', 'passed', 1, 1, '']],
};

/** Two pages of a room with a test file. */
async function roomWithTests() {
  server.further = [SHOP, TESTED];
  return twoPages();
}

test('names the test files of a language', () => {
  const names =
    'main.py test_a.py lib/b_test.py test_lib/c.py test_a.js latest.py a.test.js b.spec.tsx lib/c.test.mts test.js a.test.json'
      .split(' ')
      .map((name) => ({ name }));
  expect(testFilesOf('python', names)).toEqual(['test_a.py', 'lib/b_test.py']);
  for (const language of ['javascript', 'typescript'])
    expect(testFilesOf(language, names)).toEqual(['a.test.js', 'b.spec.tsx', 'lib/c.test.mts']);
  for (const language of ['c++', 'sql', 'ruby', 'php']) expect(testFilesOf(language, names)).toEqual([]);
  expect(testFilesOf('python', [{ name: 'test_a.py' }])).toEqual([]);
});

test('runs the test files for both sides, also beside an untouched program', async () => {
  server.text = '';
  const { ada, grace } = await roomWithTests();
  void ada.session.press({ isTests: true });
  await settle();
  expect(ada.sandbox.last.program).toMatchObject({ tests: [TESTED.name], files: [{ name: 'main.py' }, SHOP, TESTED] });
  for (const page of [ada, grace]) expect(page.shown.run).toMatchObject({ tests: true, end: null });
  ada.sandbox.last.end({ tests: TESTS });
  await settle();
  for (const page of [ada, grace]) expect(page.shown.run?.end?.tests).toEqual(TESTS);
});

test('runs the program while there are test files, without tests', async () => {
  const { ada, grace } = await roomWithTests();
  void ada.session.press();
  await settle();
  expect(ada.sandbox.last.program.tests).toBeUndefined();
  expect(grace.shown.run).not.toHaveProperty('tests');
});

test("runs the server's test files if they differ from the page's", async () => {
  const { ada } = await roomWithTests();
  ada.further = [SHOP, TESTED, { name: 'new_test.py', content: '' }];
  void ada.session.press({ isTests: true });
  await settle();
  expect(ada.sandbox.last.program).toMatchObject({ tests: [TESTED.name], files: [MAIN, SHOP, TESTED] });
});

test('takes over and repeats a run of tests as one', async () => {
  server.further = [SHOP, TESTED];
  const ada = new FakePage(server, 'Ada', { device: 'phone' });
  const grace = new FakePage(server, 'Grace', { isInterviewer: true });
  await settle();
  void ada.session.press({ isTests: true });
  await settle(1_000);
  expect(grace.sandbox.last.program.tests).toEqual([TESTED.name]);
  grace.sandbox.last.end({ tests: TESTS });
  await settle();
  void grace.session.runAgainHere();
  await settle();
  expect(grace.sandbox.executions).toHaveLength(2);
  expect(grace.sandbox.last.program.tests).toEqual([TESTED.name]);
});

test('takes over a run of tests from a node of the previous release', async () => {
  server.further = [SHOP, TESTED];
  const ada = new FakePage(server, 'Ada', { device: 'phone' });
  const grace = new FakePage(server, 'Grace', { isInterviewer: true });
  await settle();
  void ada.session.press({ isTests: true });
  server.requests.length = 0;
  await settle();
  server.isPrevious = true;
  await settle(1_000);
  expect(server.requests.filter((name) => name === 'run:claim')).toHaveLength(2);
  expect(grace.sandbox.last.program.tests).toEqual([TESTED.name]);
});

test('offers a download that runs the tests, and no engine', async () => {
  server.further = [SHOP, TESTED];
  server.engineLanguages = ['python'];
  const ada = new FakePage(server, 'Ada', { device: 'phone' });
  await settle();
  void ada.session.press({ isTests: true });
  await settle(1_000);
  expect(server.runs).toEqual([]);
  expect(ada.shown.offer).toMatchObject({ language: 'python', isTests: true });
});

test.each([
  [false, { tests: true, end: { tests: TESTS } }],
  [true, { end: expect.not.objectContaining({ tests: TESTS }) }],
])(
  'enters tests that ran without a connection, also on a server of the previous release: %s',
  async (isPrevious, run) => {
    const { ada } = await roomWithTests();
    ada.setRoom({ isConnected: false });
    void ada.session.press({ isTests: true });
    await settle();
    ada.sandbox.last.end({ tests: TESTS });
    await settle();
    server.isPrevious = isPrevious;
    ada.setRoom({ isConnected: true });
    await settle(1_000);
    expect(server.latest?.run).toMatchObject(run);
    expect(ada.disk.size).toBe(0);
  },
);

test('enters tests that ran without a connection, once the server takes files', async () => {
  const { ada } = await roomWithTests();
  ada.setRoom({ isConnected: false });
  void ada.session.press({ isTests: true });
  await settle();
  ada.sandbox.last.end({ tests: TESTS });
  await settle();
  server.hasOneFile = true;
  ada.setRoom({ isConnected: true });
  await settle(1_000);
  expect(server.latest).toBeUndefined();
  expect(ada.disk.size).toBe(1);

  ada.setRoom({ isConnected: false });
  server.hasOneFile = false;
  ada.setRoom({ isConnected: true });
  await settle(1_000);
  expect(server.latest?.run).toMatchObject({ tests: true, end: { tests: TESTS } });
  expect(ada.disk.size).toBe(0);
});

test('says in words that a server of the previous release does not know tests', async () => {
  const { ada, grace } = await roomWithTests();
  server.isPrevious = true;
  void ada.session.press({ isTests: true });
  await settle();
  expect(ada.notices).toEqual(['This server does not know test files yet. They run here after its update.']);
  expect(ada.shown.run).toBeNull();
  expect(grace.shown.run).toBeNull();
  void ada.session.press();
  await settle();
  expect(grace.shown.run).not.toBeNull();
});
