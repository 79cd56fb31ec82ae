import type { RunEnd } from '@cip/contracts/runs/runs';
import { CLAIM_WITHIN_MS, RUN_ALIVE_MS } from '@cip/contracts/runs/run-limits';
import { describe, expect, test, vi } from 'vitest';
import { FakePage } from '../testing/fake-room.ts';
import { FINISHED } from '../testing/fake-sandbox.ts';
import { serveRuns, server, settle, twoPages } from '../testing/two-pages.ts';
import { endWith } from '../sandbox/run-end.ts';
import { hashOf } from '../state/run-id.ts';

serveRuns();

/** Runs on a page without a connection until the program's end; returns the page. */
async function runOffline(page: FakePage, packages?: RunEnd['packages']): Promise<FakePage> {
  page.setRoom({ isConnected: false });
  void page.session.press();
  await settle();
  page.sandbox.last.events.output('out', 'offline 42');
  page.sandbox.last.end(packages && { packages });
  await settle();
  return page;
}

describe('a run on the own device', () => {
  test('shows output immediately, and to others in order with its end', async () => {
    const { ada, grace } = await twoPages();
    ada.session.input.write('5\n');
    void ada.session.press();
    await settle();
    const program = {
      language: 'python',
      code: 'print(1)',
      stdin: '5\n',
      isInteractive: false,
      dataSet: null,
      limitMs: 10_000,
    };
    expect(ada.sandbox.last.program).toEqual(program);
    ada.sandbox.last.events.output('out', '1\n');
    expect(ada.output).toBe('1\n');
    for (const line of ['2\n', '3\n', '4\n']) ada.sandbox.last.events.output('out', line);
    ada.sandbox.last.end();
    await settle();
    expect(grace.output).toBe('1\n2\n3\n4\n');
    expect(grace.shown.run).toMatchObject({ by: { name: 'Ada' }, runner: { device: 'laptop' }, end: FINISHED });
    expect(ada.shown.run?.end).toEqual(FINISHED);
    expect(server.requests.filter((name) => name === 'run:end')).toHaveLength(1);
  });

  test.each([
    [false, { ...FINISHED, packages: [{ name: 'lodash', version: '4.18.1' }] }],
    [true, FINISHED],
  ])('ends a run with packages also on a server of the previous release: %s', async (isPrevious, end) => {
    const { ada, grace } = await twoPages();
    server.isPrevious = isPrevious;
    void ada.session.press();
    await settle();
    ada.sandbox.last.end({ packages: [{ name: 'lodash', version: '4.18.1' }] });
    await settle();
    expect(grace.shown.run?.end).toEqual(end);
  });

  test('starts nothing on an untouched document, and says so', async () => {
    const { ada, grace } = await twoPages();
    const typed = server.text;
    for (const page of [ada, grace]) page.text = '# Start coding here...';
    await ada.session.press();
    expect(ada.shown).toMatchObject({ run: null, isNothing: true });
    expect(server.requests).not.toContain('run:start');
    for (const page of [ada, grace]) page.text = typed;
    void ada.session.press();
    await settle();
    expect(ada.shown).toMatchObject({ run: { language: 'python' }, isNothing: false });
  });

  test('starts a program whose first file is untouched if another file has text', async () => {
    server.text = '# Start coding here...';
    server.further = [{ name: 'notes.txt', content: ' \n' }];
    const { ada } = await twoPages();
    await ada.session.press();
    expect(ada.shown).toMatchObject({ run: null, isNothing: true });
    server.further = [{ name: 'index.html', content: '<h1>Hello</h1>' }];
    ada.further = server.further;
    void ada.session.press();
    await settle();
    expect(ada.sandbox.last.program.files?.[1]?.name).toBe('index.html');
    expect(ada.shown.isNothing).toBe(false);
  });

  test('executes before the server answers, and again if its text differs', async () => {
    const { ada, grace } = await twoPages();
    ada.text = 'print(0)';
    ada.latencyMs = 50;
    void ada.session.press();
    await settle();
    expect(ada.sandbox.executions).toHaveLength(1);
    await settle(50);
    const [first, second] = ada.sandbox.executions;
    expect(first?.program.code).toBe('print(0)');
    expect(first?.isStopped).toBe(true);
    expect(second?.program.code).toBe('print(1)');
    first?.events.output('out', 'of the other text');
    second?.events.output('out', '1\n');
    await settle(100);
    expect([ada.output, grace.output]).toEqual(['1\n', '1\n']);
    expect(ada.shown.run?.end).toBeNull();
  });

  test("applies the operator's limit to a run", async () => {
    server.limitMs = 2_000;
    const { ada } = await twoPages();
    void ada.session.press();
    await settle();
    expect(ada.sandbox.last.program.limitMs).toBe(2_000);
  });

  test('reports that a run is alive until it ends', async () => {
    const { ada } = await twoPages();
    void ada.session.press();
    await settle(3 * RUN_ALIVE_MS + 10);
    expect(server.requests.filter((name) => name === 'run:alive')).toHaveLength(3);
    ada.sandbox.last.end();
    await settle(3 * RUN_ALIVE_MS);
    expect(server.requests.filter((name) => name === 'run:alive')).toHaveLength(3);
  });
});

describe('reports and readings', () => {
  test('tells the others how far its language is loaded', async () => {
    const { ada, grace } = await twoPages();
    void ada.session.press();
    await settle();
    const progress = (phase: 'loading' | 'compiling' | 'running', loadedBytes = 10) =>
      ada.sandbox.last.events.progress({ phase, loadedBytes, totalBytes: 10 });
    progress('loading', 0);
    progress('loading', 4);
    await settle(400);
    expect(grace.shown.loaded).toBeNull();
    await settle(100);
    expect(grace.shown.loaded).toBe(40);
    progress('compiling');
    await settle(RUN_ALIVE_MS);
    expect(grace.shown.loaded).toBe(99);
    progress('running');
    await settle();
    expect(grace.shown.loaded).toBe(100);
    expect(ada.shown.loaded).toBeNull();
    ada.sandbox.last.end();
    await settle();

    void grace.session.press();
    await settle();
    expect(grace.shown.loaded).toBeNull();
  });

  test('does not report a language that is loaded immediately', async () => {
    const { ada, grace } = await twoPages();
    void ada.session.press();
    await settle();
    ada.sandbox.last.events.progress({ phase: 'loading', loadedBytes: 10, totalBytes: 10 });
    await settle(100);
    ada.sandbox.last.events.progress({ phase: 'running', loadedBytes: 10, totalBytes: 10 });
    await settle(2 * RUN_ALIVE_MS);
    expect(grace.shown.loaded).toBeNull();
  });

  test('keeps a newer run that overtook a reading', async () => {
    const { ada, grace } = await twoPages();
    grace.replyMs = 300;
    grace.emit('run:changed', undefined);
    await settle(10);
    void ada.session.press();
    await settle(10);
    expect(grace.shown.run?.by.name).toBe('Ada');
    ada.sandbox.last.events.output('out', '1\n');
    await settle(1_000);
    expect(grace.shown.run?.by.name).toBe('Ada');
    expect(grace.output).toBe('1\n');
  });

  test('ends a run that ended while it was read for the first time', async () => {
    const { ada, grace } = await twoPages();
    grace.isDeaf = true;
    void ada.session.press();
    await settle();
    grace.isDeaf = false;
    grace.replyMs = 300;
    grace.emit('run:changed', undefined);
    await settle(10);
    ada.sandbox.last.end();
    await settle(2_000);
    expect(grace.shown.run?.end).toEqual(FINISHED);
  });

  test('keeps input that changed while it was read', async () => {
    const { ada, grace } = await twoPages();
    ada.replyMs = 2_000;
    ada.emit('run:changed', undefined);
    await settle(10);
    grace.session.input.write('5\n');
    await settle(5_000);
    expect(ada.session.input.store.get()).toBe('5\n');
  });

  test('shows settings that changed while they were read', async () => {
    const { ada, grace } = await twoPages();
    ada.replyMs = 300;
    ada.emit('run:changed', undefined);
    await settle(10);
    await grace.session.allow(false);
    const shop = { name: 'Shop', sql: 'CREATE TABLE a (b INT);' };
    await grace.session.attach(shop);
    await settle(2_000);
    expect(ada.shown).toMatchObject({ isAllowed: false, dataSet: shop });
  });

  test('follows the output of a run whose start was missed', async () => {
    const { ada, grace } = await twoPages();
    grace.isDeaf = true;
    void ada.session.press();
    await settle(10);
    grace.isDeaf = false;
    const lines = Array.from({ length: 12 }, (_, index) => `${index}\n`);
    for (const line of lines) {
      ada.sandbox.last.events.output('out', line);
      await settle(100);
    }
    expect(grace.output).toBe(lines.join(''));
  });
});

describe('presses', () => {
  test('ignores the second half of a double click, but no later press', async () => {
    const { ada } = await twoPages();
    void ada.session.press();
    await settle(100);
    void ada.session.press();
    await settle(500);
    expect(ada.sandbox.executions).toHaveLength(1);
    expect(ada.sandbox.last.isStopped).toBe(false);
    void ada.session.press();
    await settle();
    expect(server.latest?.run.end?.reason).toBe('stopped');
  });

  test("stops the run although the device's clock was set back", async () => {
    const { ada } = await twoPages();
    void ada.session.press();
    await settle(100);
    vi.setSystemTime(Date.now() - 3 * 3_600_000);
    await settle(500);
    void ada.session.press();
    await settle();
    expect(server.latest?.run.end?.reason).toBe('stopped');
  });

  test('starts one run if two people press Run together', async () => {
    const { ada, grace } = await twoPages();
    grace.latencyMs = 50;
    void ada.session.press();
    void grace.session.press();
    await settle(50);
    expect(server.runs).toHaveLength(1);
    ada.sandbox.last.events.output('out', 'from Ada');
    grace.sandbox.last.events.output('out', 'from Grace');
    await settle(600);
    expect(grace.sandbox.last.isStopped).toBe(true);
    expect([ada.output, grace.output]).toEqual(['from Ada', 'from Ada']);
    expect(grace.shown.run?.by.name).toBe('Ada');
  });

  test('lets the other side stop a run', async () => {
    const { ada, grace } = await twoPages();
    void ada.session.press();
    await settle(1_000);
    void grace.session.press();
    await settle();
    expect(ada.sandbox.last.isStopped).toBe(true);
    expect(grace.shown.run?.end?.reason).toBe('stopped');
    expect(grace.sandbox.executions).toHaveLength(0);
  });

  test('shows why a stop did not reach the server', async () => {
    const { ada, grace } = await twoPages();
    void ada.session.press();
    await settle(1_000);
    grace.latencyMs = 50;
    void grace.session.press();
    grace.setRoom({ isConnected: false });
    await settle(50);
    expect(grace.notices).toEqual(['There is no connection.']);
  });

  test("delivers a missed stop with the device's next sign of life", async () => {
    const { ada, grace } = await twoPages();
    void ada.session.press();
    await settle(1_000);
    server.stopping.add(server.latest?.run.id ?? '');
    await settle(RUN_ALIVE_MS);
    expect(grace.shown.run?.end?.reason).toBe('stopped');
  });

  test('starts nothing while the interviewer has switched running off', async () => {
    const { ada, grace } = await twoPages();
    await grace.session.allow(false);
    void ada.session.press();
    await settle();
    expect(ada.shown.isAllowed).toBe(false);
    expect(server.runs).toHaveLength(0);
  });

  test('starts after a press as soon as the last end is delivered', async () => {
    const { ada } = await twoPages();
    ada.latencyMs = 300;
    void ada.session.press();
    await settle(1_000);
    ada.sandbox.last.events.output('out', '1');
    ada.sandbox.last.end();
    await settle(50);
    void ada.session.press();
    await settle(50);
    expect(ada.sandbox.executions).toHaveLength(2);
    expect(server.requests.filter((name) => name === 'run:start')).toHaveLength(1);
    await settle(2_000);
    ada.sandbox.last.end();
    await settle(1_000);
    expect(server.runs.map(({ run }) => run.end?.reason)).toEqual(['finished', 'finished']);
  });
});

describe('events of other pages', () => {
  const piece = (seq: number, text: string) => ({ seq, at: seq, stream: 'out' as const, text });

  test('shows each piece once and in order, whatever arrives', async () => {
    const { ada, grace } = await twoPages();
    void ada.session.press();
    await settle();
    const { id = '' } = server.latest?.run ?? {};
    grace.emit('run:output', { id, piece: piece(1, 'b') });
    expect(grace.output).toBe('');
    grace.emit('run:output', { id, piece: piece(0, 'a') });
    grace.emit('run:output', { id, piece: piece(0, 'again') });
    grace.emit('run:output', { id: 'another run', piece: piece(2, 'foreign') });
    grace.emit('run:ended', { id: 'another run', end: FINISHED });
    expect(grace.output).toBe('ab');
    expect(grace.shown.run?.end).toBeNull();
    grace.emit('run:ended', { id, end: FINISHED });
    grace.emit('run:output', { id, piece: piece(2, 'late') });
    grace.emit('run:ended', { id, end: endWith('crashed') });
    expect(grace.output).toBe('ab');
    expect(grace.shown.run?.end?.reason).toBe('finished');
  });

  test('fills a gap that stays from the server', async () => {
    const { ada, grace } = await twoPages();
    void ada.session.press();
    await settle();
    const stored = server.latest;
    stored?.pieces.push(piece(0, 'a'), piece(1, 'b'));
    grace.emit('run:output', { id: stored?.run.id ?? '', piece: piece(1, 'b') });
    expect(grace.output).toBe('');
    await settle(600);
    expect(grace.output).toBe('ab');
  });

  test('shows a page that joins late the run so far', async () => {
    const { ada } = await twoPages();
    void ada.session.press();
    await settle();
    ada.sandbox.last.events.output('out', '1\n');
    await settle(100);
    const late = new FakePage(server, 'Late');
    await settle(10);
    expect(late.output).toBe('1\n');
    ada.sandbox.last.events.output('out', '2\n');
    await settle(100);
    expect(late.output).toBe('1\n2\n');
  });
});

describe('a lost connection', () => {
  test('delays the output for others during a lost connection, once each', async () => {
    const { ada, grace } = await twoPages();
    void ada.session.press();
    await settle();
    ada.sandbox.last.events.output('out', '1\n');
    await settle(100);
    ada.setRoom({ isConnected: false });
    ada.sandbox.last.events.output('out', '2\n');
    await settle(1_000);
    ada.sandbox.last.end();
    await settle();
    expect(ada.output).toBe('1\n2\n');
    expect(grace.output).toBe('1\n');
    ada.setRoom({ isConnected: true });
    await settle(200);
    expect(grace.output).toBe('1\n2\n');
    expect(grace.shown.run?.end?.reason).toBe('finished');
    expect(server.runs).toHaveLength(1);
  });

  test('enters the result as a new run if the server lost it', async () => {
    const { ada, grace } = await twoPages();
    ada.latencyMs = 50;
    void ada.session.press();
    await settle(50);
    ada.latencyMs = 0;
    ada.setRoom({ isConnected: false });
    ada.sandbox.last.events.output('out', 'all of it');
    server.end(server.latest?.run.id ?? '', endWith('lost'));
    await settle(6_000);
    expect(grace.shown.run?.end?.reason).toBe('lost');
    ada.setRoom({ isConnected: true });
    await settle(100);
    expect(ada.output).toBe('all of it');
    ada.sandbox.last.end();
    await settle(100);
    expect(server.runs.map(({ run }) => [run.isOffline, run.end?.reason])).toEqual([
      [false, 'lost'],
      [true, 'finished'],
    ]);
    expect(server.latest?.pieces.map(({ text }) => text)).toEqual(['all of it']);
    expect(grace.shown.run?.end).toEqual(FINISHED);
  });

  test('enters the result of a lost run also if the reply to its start was lost', async () => {
    const { ada, grace } = await twoPages();
    ada.replyMs = 5_000;
    void ada.session.press();
    await settle(50);
    ada.replyMs = 0;
    ada.setRoom({ isConnected: false });
    ada.sandbox.last.events.output('out', 'all of it');
    ada.sandbox.last.end();
    server.end(server.latest?.run.id ?? '', endWith('lost'));
    await settle(6_000);
    ada.setRoom({ isConnected: true });
    await settle(100);
    expect([ada.output, grace.output]).toEqual(['all of it', 'all of it']);
    expect(grace.shown.run?.end).toEqual(FINISHED);
  });

  test('enters the result of a lost run whose start seemed to fail', async () => {
    const { ada, grace } = await twoPages();
    ada.losesReplies = true;
    void ada.session.press();
    await settle();
    ada.sandbox.last.events.output('out', 'all of it');
    ada.sandbox.last.end();
    server.end(server.latest?.run.id ?? '', endWith('lost'));
    await settle(1_000);
    ada.losesReplies = false;
    await settle(10_000);
    expect(grace.output).toBe('all of it');
    expect(grace.shown.run?.end).toEqual(FINISHED);
  });

  test.each([true, false])('enters a result that a further run replaces before its delivery: %s', async (isOffline) => {
    const { ada, grace } = await twoPages();
    void ada.session.press();
    await settle();
    if (isOffline) ada.setRoom({ isConnected: false });
    else ada.losesReplies = true;
    ada.sandbox.last.events.output('out', 'first');
    ada.sandbox.last.end();
    await settle(1_000);
    void ada.session.press();
    await settle(3_000);
    ada.losesReplies = false;
    for (const { run } of server.runs) server.end(run.id, endWith('lost'));
    ada.setRoom({ isConnected: true });
    await settle(10_000);
    ada.sandbox.last.events.output('out', 'second');
    ada.sandbox.last.end();
    await settle(10_000);
    const outputs = server.runs.map(({ pieces }) => pieces.map(({ text }) => text).join(''));
    expect(outputs).toEqual(expect.arrayContaining(['first', 'second']));
    expect(grace.output).toBe('second');
  });

  test('enters the result as a new run if the server lost it without a lost connection', async () => {
    const { ada, grace } = await twoPages();
    void ada.session.press();
    await settle();
    ada.sandbox.last.events.output('out', '1\n');
    server.end(server.latest?.run.id ?? '', endWith('lost'));
    await settle(100);
    expect(grace.shown.run?.end?.reason).toBe('lost');
    expect(ada.shown.run?.end).toBeNull();
    ada.sandbox.last.events.output('out', '2\n');
    ada.sandbox.last.end();
    await settle(100);
    expect(server.runs.map(({ run }) => [run.isOffline, run.end?.reason])).toEqual([
      [false, 'lost'],
      [true, 'finished'],
    ]);
    for (const page of [ada, grace]) expect([page.output, page.shown.run?.end?.reason]).toEqual(['1\n2\n', 'finished']);
  });

  test.each([
    ['output', 'more\n'],
    ['end', ''],
  ])('enters the result as a new run if the server refuses its %s, because it lost it', async (_what, rest) => {
    const { ada, grace } = await twoPages();
    void ada.session.press();
    await settle();
    ada.sandbox.last.events.output('out', '1\n');
    await settle(100);
    ada.isDeaf = true;
    server.end(server.latest?.run.id ?? '', endWith('lost'));
    ada.isDeaf = false;
    if (rest !== '') ada.sandbox.last.events.output('out', rest);
    ada.sandbox.last.end();
    await settle(100);
    expect(server.runs.map(({ run }) => [run.isOffline, run.end?.reason])).toEqual([
      [false, 'lost'],
      [true, 'finished'],
    ]);
    for (const page of [ada, grace])
      expect([page.output, page.shown.run?.end?.reason]).toEqual([`1\n${rest}`, 'finished']);
  });

  test('does not enter a result again if only the reply to its end was lost', async () => {
    const { ada } = await twoPages();
    void ada.session.press();
    await settle();
    ada.replyMs = 1_000;
    ada.sandbox.last.end();
    await settle(100);
    expect(server.latest?.run.end?.reason).toBe('finished');
    ada.setRoom({ isConnected: false });
    ada.replyMs = 0;
    await settle(2_000);
    ada.setRoom({ isConnected: true });
    await settle(100);
    expect(server.runs.map(({ run }) => run.isOffline)).toEqual([false]);
  });

  test('stops a run that the server ended while the device was away', async () => {
    const { ada } = await twoPages();
    void ada.session.press();
    await settle();
    ada.setRoom({ isConnected: false });
    server.end(server.latest?.run.id ?? '', endWith('stopped'));
    ada.setRoom({ isConnected: true });
    await settle(100);
    expect(ada.sandbox.last.isStopped).toBe(true);
    expect(ada.shown.run?.end?.reason).toBe('stopped');
    expect(server.runs).toHaveLength(1);
  });

  test("offers Run during another device's run if the connection is lost", async () => {
    const { ada, grace } = await twoPages();
    void ada.session.press();
    await settle(1_000);
    expect(grace.session.abilityFor('python')).toBe('stop');
    grace.setRoom({ isConnected: false });
    expect(grace.session.abilityFor('python')).toBe('run');
    await runOffline(grace);
    expect(grace.output).toBe('offline 42');
    expect(ada.sandbox.last.isStopped).toBe(false);
    grace.setRoom({ isConnected: true });
    await settle(100);
    expect(server.runs.map(({ run }) => [run.by.name, run.isOffline])).toEqual([
      ['Ada', false],
      ['Grace', true],
    ]);
  });

  test('shows the missed output of another device after a lost connection', async () => {
    const { ada, grace } = await twoPages();
    void ada.session.press();
    await settle();
    grace.setRoom({ isConnected: false });
    ada.sandbox.last.events.output('out', '1\n');
    await settle(100);
    grace.setRoom({ isConnected: true });
    await settle(100);
    expect(grace.output).toBe('1\n');
    expect(grace.session.abilityFor('python')).toBe('stop');
    void grace.session.press();
    await settle();
    expect(grace.shown.run?.end?.reason).toBe('stopped');
  });

  test('leaves Stop for the own run during a lost connection', async () => {
    const { ada } = await twoPages();
    void ada.session.press();
    await settle(1_000);
    ada.setRoom({ isConnected: false });
    expect(ada.session.abilityFor('python')).toBe('stop');
    void ada.session.press();
    await settle();
    expect(ada.shown.run?.end?.reason).toBe('stopped');
  });

  test('runs here without a connection, and enters the result once', async () => {
    const ada = await runOffline((await twoPages()).ada);
    expect(ada.output).toBe('offline 42');
    expect(ada.shown.run).toMatchObject({ isOffline: true, end: FINISHED });
    expect([...ada.disk.values()].map(({ run }) => run.text)).toEqual(['print(1)']);
    expect(server.runs).toHaveLength(0);

    ada.setRoom({ isConnected: true });
    await settle(100);
    ada.setRoom({ isConnected: false });
    ada.setRoom({ isConnected: true });
    await settle(100);
    expect(server.runs).toHaveLength(1);
    expect(server.requests.filter((name) => name === 'run:enter')).toHaveLength(1);
    expect(ada.disk.size).toBe(0);
    expect(ada.output).toBe('offline 42');
  });

  test('enters an offline run with packages on a server of the previous release', async () => {
    const packages = [{ name: 'lodash', version: '4.18.1' }];
    const ada = await runOffline((await twoPages()).ada, packages);
    server.isPrevious = true;
    ada.setRoom({ isConnected: true });
    await settle(100);
    expect(server.latest?.run.end).toEqual(FINISHED);
    expect(ada.disk.size).toBe(0);
  });

  test('keeps the id and the start of an offline run while links come and go', async () => {
    const { ada } = await twoPages();
    ada.setRoom({ isConnected: false });
    void ada.session.press();
    await settle();
    const { id, requestedAt } = ada.shown.run ?? {};
    for (const isConnected of [true, false, true]) {
      ada.setRoom({ isConnected });
      await settle(1_000);
    }
    expect(ada.shown.run?.id).toBe(id);
    ada.sandbox.last.end();
    await settle(1_000);
    expect(server.latest?.run).toMatchObject({ id, requestedAt });
  });

  test('enters an offline run again that the server could not take', async () => {
    const { ada, grace } = await twoPages();
    await runOffline(ada);
    server.isStalled = true;
    ada.setRoom({ isConnected: true });
    await settle(1_000);
    expect(grace.shown.run).toBeNull();
    ada.replyMs = 100;
    for (let event = 0; event < 5; event++) {
      ada.emit('run:changed', undefined);
      await settle(10);
    }
    await settle(1_000);
    const before = server.requests.filter((name) => name === 'run:enter').length;
    await settle(50_000);
    expect(server.requests.filter((name) => name === 'run:enter').length - before).toBeLessThanOrEqual(10);
    server.isStalled = false;
    await settle(10_000);
    expect(grace.output).toBe('offline 42');
    expect(ada.disk.size).toBe(0);
  });

  test('enters the offline runs of an earlier page', async () => {
    const ada = await runOffline((await twoPages()).ada);
    ada.session.close();
    const other = new FakePage(server, 'Grace');
    const next = new FakePage(server, 'Ada', { isConnected: false });
    for (const [id, run] of ada.disk) next.disk.set(id, run);
    next.setRoom({ isConnected: true });
    await settle(100);
    expect(server.latest?.run.isOffline).toBe(true);
    expect(next.shown.run?.isOffline).toBe(true);
    expect(other.shown.run?.isOffline).toBe(true);
    expect(other.output).toBe('offline 42');
  });
});

describe('a run on another device', () => {
  test('runs a phone’s Python on the interviewer’s laptop first', async () => {
    const phone = new FakePage(server, 'Phone', { device: 'phone' });
    const candidate = new FakePage(server, 'Candidate');
    const interviewer = new FakePage(server, 'Interviewer', { isInterviewer: true });
    await settle();
    void phone.session.press();
    await settle(CLAIM_WITHIN_MS);
    expect(phone.sandbox.executions).toHaveLength(0);
    expect(candidate.sandbox.executions).toHaveLength(0);
    expect(interviewer.sandbox.last.program.code).toBe('print(1)');
    interviewer.sandbox.last.events.output('out', '1\n');
    interviewer.sandbox.last.end();
    await settle(100);
    expect(phone.output).toBe('1\n');
    expect(phone.shown.run?.runner).toMatchObject({ name: 'Interviewer', device: 'laptop' });
  });

  test('claims nothing on a device that refuses others’ code', async () => {
    const phone = new FakePage(server, 'Phone', { device: 'phone' });
    const laptop = new FakePage(server, 'Laptop', { isRefusingOthers: () => true });
    await settle();
    void phone.session.press();
    await settle(CLAIM_WITHIN_MS);
    expect(laptop.sandbox.executions).toHaveLength(0);
    server.end(server.latest?.run.id ?? '', endWith('no_device'));
    expect(phone.shown.offer).toEqual({
      language: 'python',
      label: 'Python',
      bytes: 5_000_000,
      other: null,
    });
    expect(laptop.shown.offer).toBeNull();
    void phone.session.press({ isHere: true });
    await settle();
    expect(phone.sandbox.last.program.language).toBe('python');
  });

  test('offers a lone phone the download, and SQLite for SQL', async () => {
    const phone = new FakePage(server, 'Phone', { device: 'phone' });
    await settle();
    void phone.session.press();
    await settle();
    expect(phone.shown.offer?.bytes).toBe(5_000_000);
    expect(server.runs).toHaveLength(0);
    phone.setRoom({ language: 'sql' });
    void phone.session.press();
    await settle();
    expect(phone.shown.offer).toMatchObject({ bytes: null, other: { language: 'sqlite', label: 'SQLite' } });
    void phone.session.press({ language: 'sqlite', isHere: true });
    await settle();
    expect(phone.sandbox.last.program.language).toBe('sqlite');
    expect(server.latest?.run.language).toBe('sqlite');
  });

  test('claims a run when a laptop is back after the offer', async () => {
    const phone = new FakePage(server, 'Phone', { device: 'phone' });
    const laptop = new FakePage(server, 'Laptop', { isConnected: false });
    await settle();
    void phone.session.press();
    await settle(100);
    laptop.setRoom({ isConnected: true });
    await settle(1_000);
    expect(laptop.sandbox.last.program.code).toBe('print(1)');
  });

  test('runs a small runtime on the phone itself', async () => {
    const phone = new FakePage(server, 'Phone', { device: 'phone' });
    new FakePage(server, 'Laptop');
    phone.setRoom({ language: 'javascript' });
    await settle();
    void phone.session.press();
    await settle();
    expect(phone.sandbox.last.program.language).toBe('javascript');
  });

  test('runs C++ with exceptions on the engine, because browsers have none', async () => {
    server.engineLanguages = ['c++'];
    const { ada } = await twoPages();
    ada.setRoom({ language: 'c++' });
    ada.text = 'int main() { try { throw 1; } catch (int) {} }';
    void ada.session.press();
    await settle();
    expect(ada.sandbox.executions).toHaveLength(0);
    expect(server.latest?.run).toMatchObject({ language: 'c++', runner: null });
  });

  test('runs a language on the engine if no browser here can', async () => {
    server.engineLanguages = ['java'];
    const { ada } = await twoPages();
    ada.setRoom({ language: 'java' });
    void ada.session.press();
    await settle();
    expect(ada.sandbox.executions).toHaveLength(0);
    expect(server.latest?.run).toMatchObject({ language: 'java', runner: null });
  });
});

test('shows each page who has the run', async () => {
  const { ada, grace } = await twoPages();
  const phases = () => [ada.shown.phase, grace.shown.phase];
  expect(phases()).toEqual(['idle', 'idle']);
  void ada.session.press();
  expect(phases()).toEqual(['requested', 'idle']);
  await settle(1_000);
  expect(phases()).toEqual(['here', 'elsewhere']);
  grace.setRoom({ isConnected: false });
  expect(phases()).toEqual(['here', 'over']);
  grace.setRoom({ isConnected: true });
  expect(phases()).toEqual(['here', 'elsewhere']);
  ada.sandbox.last.end();
  await settle(100);
  expect(phases()).toEqual(['over', 'over']);

  const phone = new FakePage(server, 'Phone', { device: 'phone' });
  for (const page of [ada, grace]) page.setRoom({ isConnected: false });
  await settle();
  void phone.session.press();
  await settle();
  expect(phone.shown.phase).toBe('offered');
  ada.setRoom({ isConnected: true });
  await settle(1_000);
  expect([ada.shown.phase, phone.shown.phase]).toEqual(['here', 'elsewhere']);
});

describe('the input', () => {
  test('shares the input with everyone, also with people who join later', async () => {
    const { ada, grace } = await twoPages();
    ada.session.input.write('4');
    ada.session.input.write('42');
    await settle(500);
    expect(grace.session.input.store.get()).toBe('42');
    expect(server.requests.filter((name) => name === 'run:input')).toHaveLength(1);
    const late = new FakePage(server, 'Late');
    await settle();
    void late.session.press();
    await settle();
    expect(late.sandbox.last.program.stdin).toBe('42');
  });

  test('settles on one input if two people type together', async () => {
    const { ada, grace } = await twoPages();
    for (const page of [ada, grace]) page.latencyMs = 50;
    grace.replyMs = 200;
    ada.session.input.write('of Ada');
    await settle(20);
    grace.session.input.write('of Grace');
    await settle(2_000);
    expect(server.stdin).toBe('of Grace');
    for (const page of [ada, grace]) expect(page.session.input.store.get()).toBe('of Grace');
    // The last change that another device sent counts, even if this one hears of it before its own reply.
    grace.session.input.write('again');
    await settle(500 + 60);
    ada.emit('run:input', { stdin: 'again' });
    server.stdin = 'of a third';
    grace.emit('run:input', { stdin: 'of a third' });
    await settle(2_000);
    expect(grace.session.input.store.get()).toBe('of a third');
  });

  test('sends input that was typed without a connection later', async () => {
    const { ada, grace } = await twoPages();
    ada.setRoom({ isConnected: false });
    ada.session.input.write('offline');
    await settle(1_000);
    expect(grace.session.input.store.get()).toBe('');
    ada.setRoom({ isConnected: true });
    await settle(1_000);
    for (const page of [ada, grace]) expect(page.session.input.store.get()).toBe('offline');
  });
});

describe('the interviewer', () => {
  test('runs the latest text and input again on the own device', async () => {
    const { ada, grace } = await twoPages();
    ada.session.input.write('7');
    void ada.session.press();
    await settle();
    ada.sandbox.last.end();
    await settle();
    server.text = 'changed since';
    void grace.session.runAgainHere();
    await settle();
    expect(grace.sandbox.last.program).toMatchObject({ code: 'print(1)', stdin: '7' });
    grace.sandbox.last.events.output('out', '1');
    await settle(100);
    expect(ada.output).toBe('1');
    expect(ada.shown.run).toMatchObject({ runner: { name: 'Grace' }, of: server.runs[0]?.run.id });
  });

  test('starts every later run from an attached data set', async () => {
    const { ada, grace } = await twoPages();
    await grace.session.attach({ name: 'Shop', sql: 'CREATE TABLE a (b INT);' });
    expect(ada.shown.dataSet?.name).toBe('Shop');
    void ada.session.press();
    await settle();
    expect(ada.sandbox.last.program.dataSet).toBe('CREATE TABLE a (b INT);');
  });
});

test('stops the execution at the end of the interview', async () => {
  const { ada } = await twoPages();
  void ada.session.press();
  await settle();
  ada.sandbox.last.events.output('out', 'so far');
  ada.setRoom({ ended: { message: 'The session has ended.' }, isConnected: false });
  expect(ada.sandbox.last.isStopped).toBe(true);
  expect(ada.output).toBe('so far');
  expect(ada.shown.run?.end?.reason).toBe('interview_ended');
});

test('hashes text as the server does', () => {
  expect(hashOf('print("ü")')).toBe('c6dddeef2c5246f908c2ecb511a7cfb5cb4b16e33ad43eee3f9327fdb205ebc5');
});
