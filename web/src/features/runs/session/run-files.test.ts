import { hashedText } from '@cip/contracts/runs/run-texts';
import { OFFLINE_RUN_MAX_MS } from '@cip/contracts/runs/run-limits';
import { expect, test } from 'vitest';
import { FakePage } from '../testing/fake-room.ts';
import { serveRuns, server, settle, twoPages } from '../testing/two-pages.ts';
import { hashOf } from '../state/run-id.ts';

serveRuns();

const MAIN = { name: 'main.py', content: 'print(1)' };
const SHOP = { name: 'shop.py', content: 'PRICE = 3' };

/** Two pages of a room with two files. */
async function roomOfTwo() {
  server.further = [SHOP];
  return twoPages();
}

test('runs all files of the room under one hash', async () => {
  const { ada, grace } = await roomOfTwo();
  void ada.session.press();
  await settle();

  expect(ada.sandbox.executions).toHaveLength(1);
  expect(ada.sandbox.last.program).toMatchObject({ code: MAIN.content, files: [MAIN, SHOP] });
  expect(grace.shown.run?.hash).toBe(hashOf(hashedText(MAIN.content, [MAIN, SHOP])));
});

test("runs the server's files if they differ from the page's", async () => {
  const { ada } = await roomOfTwo();
  ada.further = [{ ...SHOP, content: 'PRICE = 4' }];
  ada.latencyMs = 50;
  void ada.session.press();
  await settle();
  expect(ada.sandbox.last.program.files).toEqual([MAIN, { ...SHOP, content: 'PRICE = 4' }]);
  await settle(50);

  expect(ada.sandbox.executions).toHaveLength(2);
  expect(ada.sandbox.last.program).toMatchObject({ code: MAIN.content, files: [MAIN, SHOP] });
});

test('drops the files of the page if the server has only the first', async () => {
  const { ada } = await twoPages();
  ada.further = [SHOP];
  void ada.session.press();
  await settle();

  expect(ada.sandbox.last.program.code).toBe(MAIN.content);
  expect(ada.sandbox.last.program.files).toBeUndefined();
});

test('takes over and repeats a run with its files', async () => {
  server.further = [SHOP];
  const ada = new FakePage(server, 'Ada', { device: 'phone' });
  const grace = new FakePage(server, 'Grace', { isInterviewer: true });
  await settle();
  void ada.session.press();
  await settle(1_000);
  expect(grace.sandbox.last.program).toMatchObject({ code: MAIN.content, files: [MAIN, SHOP] });
  grace.sandbox.last.end();
  await settle();

  server.further = [{ ...SHOP, content: 'PRICE = 5' }];
  void grace.session.runAgainHere();
  await settle();

  expect(grace.sandbox.executions).toHaveLength(2);
  expect(grace.sandbox.last.program).toMatchObject({ code: MAIN.content, files: [MAIN, SHOP] });
});

/** Runs all files of the room without a connection. */
async function runOffline(page: FakePage): Promise<void> {
  page.setRoom({ isConnected: false });
  void page.session.press();
  await settle();
  page.sandbox.last.end();
  await settle();
}

test('enters a run without a connection with its files', async () => {
  const { ada, grace } = await roomOfTwo();
  await runOffline(ada);
  ada.setRoom({ isConnected: true });
  await settle(1_000);

  expect(server.latest).toMatchObject({ text: MAIN.content, files: [MAIN, SHOP] });
  const hash = hashOf(hashedText(MAIN.content, [MAIN, SHOP]));
  for (const page of [ada, grace]) expect(page.shown.run).toMatchObject({ isOffline: true, hash });
});

test('keeps a run with files that a server of the previous release refuses, and enters it whole on the next link', async () => {
  const { ada } = await roomOfTwo();
  await runOffline(ada);
  server.hasOneFile = true;
  ada.setRoom({ isConnected: true });
  await settle(1_000);
  expect([server.runs.length, ada.disk.size]).toEqual([0, 1]);

  server.hasOneFile = false;
  ada.setRoom({ isConnected: false });
  ada.setRoom({ isConnected: true });
  await settle(1_000);
  expect(server.runs).toMatchObject([{ text: MAIN.content, files: [MAIN, SHOP] }]);
  expect(ada.disk.size).toBe(0);
});

test('gives up a run with files once it is older than a server takes', async () => {
  const { ada } = await roomOfTwo();
  await runOffline(ada);
  const [id, run] = [...ada.disk][0] ?? [];
  if (!id || !run) throw new Error('There is no run on the disk.');
  ada.disk.set(id, { ...run, at: run.at - OFFLINE_RUN_MAX_MS });
  server.hasOneFile = true;
  ada.setRoom({ isConnected: true });
  await settle(1_000);
  expect([server.runs.length, ada.disk.size]).toEqual([0, 0]);
});

test('gives up a run that is too large for one packet, because sending it would end each link', async () => {
  server.further = [{ ...SHOP, content: '価'.repeat(190_000) }];
  const { ada } = await twoPages();
  ada.text = '格'.repeat(10_000);
  ada.further = [
    { ...SHOP, content: '価'.repeat(190_000) },
    { name: 'b.py', content: '値'.repeat(190_000) },
  ];
  await runOffline(ada);
  expect(ada.disk.size).toBe(1);
  ada.setRoom({ isConnected: true });
  await settle(1_000);
  expect(server.requests).not.toContain('run:enter');
  expect([server.runs.length, ada.disk.size]).toEqual([0, 0]);
});
