import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { WorkerStart } from '../messages.ts';
import { spawnWorker } from './run-worker.ts';
import type { LoadedRuntime } from './run-worker.ts';

/** A worker whose port the test holds, as a program that has reached it. */
class FakeWorker extends EventTarget {
  port: MessagePort | undefined;

  constructor() {
    super();
    workers.push(this);
  }

  postMessage(_start: WorkerStart, [port]: MessagePort[]): void {
    this.port = port;
  }

  terminate(): void {
    this.port?.close();
  }
}

let workers: FakeWorker[];
let runtime: LoadedRuntime;
beforeEach(() => {
  workers = [];
  runtime = { script: new Blob(), start: { modules: {}, blobs: {} } };
  vi.stubGlobal('Worker', FakeWorker);
});
afterEach(() => vi.unstubAllGlobals());

/** Starts a worker, sends a snapshot from it and then that it is ready. */
async function startWith(text: string | null) {
  const worker = spawnWorker(runtime);
  const { port } = workers.at(-1) ?? {};
  if (text !== null) port?.postMessage({ type: 'snapshot', blob: new Blob([text]) });
  port?.postMessage({ type: 'ready' });
  await worker.ready;
  return { worker, port };
}

const snapshot = () => runtime.start.blobs['snapshot']?.text();
const job = { language: 'javascript', code: '', stdin: '', dataSet: null };
/** Resolves when the messages before it have arrived. */
const arrived = () => new Promise((resolve) => setTimeout(resolve, 20));

test('starts later workers from the memory of the first', async () => {
  const { worker } = await startWith('memory');
  expect(await snapshot()).toBe('memory');
  worker.terminate();
});

test('refuses a snapshot that comes during a program', async () => {
  const { worker, port } = await startWith(null);
  worker.run({ type: 'run', job, isInteractive: false }, () => undefined);
  port?.postMessage({ type: 'snapshot', blob: new Blob(['poison']) });
  await arrived();
  expect(await snapshot()).toBeUndefined();
  worker.terminate();
});

test('ends a program with an error that reaches only the frame', async () => {
  const { worker } = await startWith(null);
  const heard: unknown[] = [];
  worker.run({ type: 'run', job, isInteractive: false }, (message) => heard.push(message));
  const event = { message: 'too much recursion', filename: 'blob:null/1', lineno: 1, colno: 19 };
  workers.at(-1)?.dispatchEvent(Object.assign(new Event('error'), event));
  const error = { name: 'Error', message: 'too much recursion', line: 1, column: 19 };
  expect(heard).toEqual([
    { type: 'output', stream: 'err', text: 'Uncaught too much recursion\n' },
    { type: 'end', end: { exitCode: 1, error, needsInput: false, isCrash: false } },
  ]);
  worker.terminate();
});

test('refuses a second snapshot, and one that is no file', async () => {
  const first = await startWith('memory');
  const second = await startWith('poison');
  second.port?.postMessage({ type: 'snapshot', blob: 'poison' });
  await arrived();
  expect(await snapshot()).toBe('memory');
  for (const { worker } of [first, second]) worker.terminate();
});
