import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { FromFrame, FromWorker, ToWorker } from '../messages.ts';
import { FrameExecution } from './frame-execution.ts';
import type { RunWorker } from './run-worker.ts';

let sent: FromFrame[];
let listen: (message: FromWorker) => void;
beforeEach(() => {
  vi.useFakeTimers();
  sent = [];
});
afterEach(() => vi.useRealTimers());

/** Starts a program of a language in a worker whose messages the test sends. */
async function start(language: string, tests?: string[]) {
  const toWorker: ToWorker[] = [];
  const worker: RunWorker = {
    runtime: { script: new Blob(), start: { modules: {}, blobs: {} } },
    ready: Promise.resolve(),
    run: (_message, listener) => (listen = listener),
    send: (message) => void toWorker.push(message),
    terminate: () => undefined,
  };
  const job = { language, code: '', stdin: '', dataSet: null, ...(tests && { tests }) };
  const execution = new FrameExecution(worker, { job, limitMs: 10_000, isInteractive: false }, (message) =>
    sent.push(message),
  );
  await vi.advanceTimersByTimeAsync(0);
  return { execution, toWorker };
}

test('reports a slow compilation, not a slow program', async () => {
  await start('c++');
  vi.advanceTimersByTime(60_000);
  const error = {
    name: 'Compilation took too long',
    message: 'The program was not compiled in time. Run it again: the second time is faster.',
    line: null,
    column: null,
  };
  expect(sent).toEqual([{ type: 'end', end: expect.objectContaining({ reason: 'failed', ms: 0, error }) }]);
});

test('passes on the files that a program needs before it starts, and none afterwards', async () => {
  const { execution, toWorker } = await start('javascript');
  listen({ type: 'needs', files: ['js/node'] });
  vi.advanceTimersByTime(60_000);
  execution.more({ 'js/node': 'script', 'js/lodash': 'other' });
  listen({ type: 'compiled' });
  listen({ type: 'needs', files: ['js/react'] });
  expect(sent).toEqual([{ type: 'needs', files: ['js/node'] }, { type: 'started' }]);
  expect(toWorker).toEqual([{ type: 'more', scripts: { 'js/node': 'script' } }]);
});

test('ends a compiled program at its own limit', async () => {
  await start('c++');
  vi.advanceTimersByTime(40_000);
  listen({ type: 'compiled' });
  vi.advanceTimersByTime(10_000);
  expect(sent).toMatchObject([{ type: 'started' }, { type: 'end', end: { reason: 'time_limit', error: null } }]);
});

test('ends with the tests that had ended at the limit, and none if the program ran', async () => {
  const report = { file: 'a.test.js', names: ['one'], ms: 1, line: 1, message: '' };
  for (const tests of [['a.test.js'], undefined]) {
    await start('javascript', tests);
    listen({ type: 'compiled' });
    listen({ type: 'test', test: { ...report, state: 'passed' } });
    listen({ type: 'test', test: { ...report, names: ['endless'], state: 'running' } });
    vi.advanceTimersByTime(10_000);
  }
  const [first, second] = sent.flatMap((message) => (message.type === 'end' ? [message.end] : []));
  expect(first).toMatchObject({ reason: 'time_limit', tests: { passed: 1, failed: 1, files: ['a.test.js'] } });
  expect(second).not.toHaveProperty('tests');
});
