import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { ToFrame } from '../../../../runner/messages.ts';
import { RunningExecution } from './execution.ts';
import { endWith } from './run-end.ts';
import type { ExecutionTools } from './execution-tools.ts';
import type { Program } from './sandbox-types.ts';

const MINUTE_MS = 60_000;

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

/** Starts a program whose download and frame are the test's. */
function begin(packages = Promise.resolve(undefined), changes: Partial<Program> = {}) {
  const download = Promise.withResolvers<void>();
  const more = Promise.withResolvers<void>();
  const sent: ToFrame[] = [];
  const replaceFrame = vi.fn<() => void>();
  let progress: (loadedBytes: number) => void = () => undefined;
  let ofPackages = progress;
  const tools: ExecutionTools = {
    loadPackages(_named, report) {
      ofPackages = report;
      return packages;
    },
    more: () => more.promise,
    load(report) {
      progress = report;
      return download.promise;
    },
    send: (message) => void sent.push(message),
    replaceFrame,
  };
  const program = { language: 'c++', code: '', stdin: '', dataSet: null, ...changes };
  const pieces: string[] = [];
  const output = (_stream: string, text: string) => void pieces.push(text);
  const execution = new RunningExecution(program, { progress: () => undefined, output }, tools);
  const ends: unknown[] = [];
  void execution.ended.then((end) => ends.push(end));
  return {
    execution,
    ends,
    sent,
    pieces,
    replaceFrame,
    download,
    more,
    arrive: (bytes: number) => progress(bytes),
    arriveOfPackages: (bytes: number) => ofPackages(bytes),
  };
}

const notLoaded = { reason: 'not_loaded', ms: 0, error: { message: 'Loading took too long.' } };

test('waits for a slow download while parts of it arrive', async () => {
  const { execution, ends, sent, download, arrive } = begin();
  for (let part = 1; part <= 5; part++) {
    await vi.advanceTimersByTimeAsync(MINUTE_MS - 1);
    arrive(part * 1_000_000);
  }
  await vi.advanceTimersByTimeAsync(MINUTE_MS - 1);
  download.resolve();
  await vi.advanceTimersByTimeAsync(MINUTE_MS - 1);
  expect(sent).toMatchObject([{ type: 'run' }]);
  execution.receive({ type: 'started' });
  await vi.advanceTimersByTimeAsync(1_000);
  expect(ends).toEqual([]);
});

test('waits for packages whose parts arrive after the runtime', async () => {
  const packages = Promise.withResolvers<undefined>();
  const { ends, sent, download, arrive, arriveOfPackages } = begin(packages.promise);
  arrive(9_000_000);
  download.resolve();
  for (let part = 1; part <= 3; part++) {
    await vi.advanceTimersByTimeAsync(MINUTE_MS - 1);
    arriveOfPackages(part * 1_000_000);
  }
  packages.resolve(undefined);
  await vi.advanceTimersByTimeAsync(MINUTE_MS - 1);
  expect(sent).toMatchObject([{ type: 'run' }]);
  expect(ends).toEqual([]);
});

test('ends if no part of the download arrives for a minute', async () => {
  const { ends, sent, replaceFrame, download, arrive } = begin();
  arrive(1_000_000);
  await vi.advanceTimersByTimeAsync(MINUTE_MS - 1);
  // The same bytes once more are no progress.
  arrive(1_000_000);
  await vi.advanceTimersByTimeAsync(1_000);
  expect(ends).toMatchObject([notLoaded]);
  download.resolve();
  await vi.advanceTimersByTimeAsync(1_000);
  expect(sent).toEqual([]);
  expect(replaceFrame).not.toHaveBeenCalled();
});

test('ends if the code does not start within a minute, and replaces the frame', async () => {
  const { ends, replaceFrame, download } = begin();
  download.resolve();
  await vi.advanceTimersByTimeAsync(MINUTE_MS - 1);
  expect(ends).toEqual([]);
  await vi.advanceTimersByTimeAsync(1_000);
  expect(ends).toMatchObject([notLoaded]);
  expect(replaceFrame).toHaveBeenCalledTimes(1);
});

test('ends a program whose files cannot be loaded when its frame has stopped it', async () => {
  const { execution, ends, sent, download, more } = begin();
  download.resolve();
  await vi.advanceTimersByTimeAsync(0);
  execution.receive({ type: 'needs', files: ['js/lodash'] });
  more.reject(new Error('No network.'));
  await vi.advanceTimersByTimeAsync(0);
  expect(sent).toMatchObject([{ type: 'run' }, { type: 'stop' }]);
  expect(ends).toEqual([]);
  execution.receive({ type: 'end', end: endWith('stopped') });
  await vi.advanceTimersByTimeAsync(1_000);
  expect(ends).toMatchObject([{ reason: 'not_loaded', error: { message: 'No network.' } }]);
});

/** Starts a program that prints more tables than pass within a second. */
async function beginTables(changes: Partial<Program> = {}) {
  const begun = begin(undefined, changes);
  begun.download.resolve();
  await vi.advanceTimersByTimeAsync(0);
  begun.execution.receive({ type: 'started' });
  for (let index = 0; index < 60; index++) begun.execution.receive({ type: 'output', stream: 'table', text: '[]' });
  return begun;
}

test('ends when it is stopped after its end, without the output that waits', async () => {
  const { execution, ends, pieces } = await beginTables();
  execution.receive({ type: 'end', end: { ...endWith('finished'), exitCode: 0 } });
  await vi.advanceTimersByTimeAsync(0);
  expect(ends).toEqual([]);
  execution.stop();
  await vi.advanceTimersByTimeAsync(0);
  expect(ends).toMatchObject([{ reason: 'finished', exitCode: 0, omitted: 2 * (60 - pieces.length) }]);
});

test('ends soon after it is stopped, without the output that takes longer', async () => {
  const { execution, ends, pieces } = await beginTables();
  execution.stop();
  execution.receive({ type: 'end', end: endWith('stopped') });
  await vi.advanceTimersByTimeAsync(1_500);
  expect(ends).toMatchObject([{ reason: 'stopped', omitted: 2 * (60 - pieces.length) }]);
});

test('passes on the whole output of a judged program without delay', async () => {
  const { execution, ends, sent, pieces } = await beginTables({ isJudged: true });
  expect(sent).toMatchObject([{ type: 'run', job: { isJudged: true } }]);
  execution.receive({ type: 'end', end: endWith('finished') });
  await vi.advanceTimersByTimeAsync(0);
  expect([ends.length, pieces.length]).toEqual([1, 60]);
});
