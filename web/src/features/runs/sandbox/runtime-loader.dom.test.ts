import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { RunEnd } from '@cip/contracts/runs/runs';
import type { ToFrame } from '../../../../runner/messages.ts';
import { OwnRun } from '../device/own-run.ts';
import type { SendRunEvent } from '../state/run-room.ts';
import { RunningExecution } from './execution.ts';
import { RuntimeLoader } from './runtime-loader.ts';
import type { Sandbox } from './sandbox-types.ts';

vi.mock('./run-assets.ts', () => {
  const asset = (name: string) => ({ name, url: `/run/${name}-1111.js`, bytes: 10, download: 5 });
  return { RUN_ASSETS: { python: { script: asset('python/worker'), files: [asset('python/vm')] } } };
});

/** The downloads that were requested and have not arrived. */
let downloads: { arrive: () => void }[];
beforeEach(() => {
  downloads = [];
  localStorage.clear();
  vi.stubGlobal('caches', { match: async () => undefined, open: () => Promise.reject(new Error('refused')) });
  vi.stubGlobal('fetch', async (_: string, { signal }: { signal: AbortSignal }) => {
    const { promise, resolve, reject } = Promise.withResolvers<Response>();
    downloads.push({ arrive: () => resolve(new Response('content')) });
    // A browser rejects in a task of its own.
    signal.addEventListener('abort', () => setTimeout(() => reject(signal.reason)));
    return promise;
  });
});
afterEach(() => vi.unstubAllGlobals());

/** The product's loader and executions before a frame that the test plays. */
function aSandbox() {
  const sent: ToFrame[] = [];
  const loader = new RuntimeLoader((message) => void sent.push(message));
  let current: RunningExecution | undefined;
  const sandbox: Sandbox = {
    execute: (program, events) =>
      (current = new RunningExecution(program, events, {
        load: (progress, signal) => loader.load('python', progress, signal),
        loadPackages: async () => undefined,
        more: (files, progress, signal) => loader.more(files, progress, signal),
        send: (message) => void sent.push(message),
        replaceFrame: () => undefined,
      })),
    close: () => undefined,
  };
  return { sandbox, sent, loader, end: (end: RunEnd) => current?.receive({ type: 'end', end }) };
}

const noServer: SendRunEvent = () => Promise.reject(new Error('There is no server.'));
const PROGRAM = { language: 'python', code: 'print(0)', stdin: '', dataSet: null };

/** Runs the program; returns the run and how it ended. */
function run({ sandbox }: Pick<ReturnType<typeof aSandbox>, 'sandbox'>) {
  const ends: RunEnd[] = [];
  const own = new OwnRun(
    'run-1',
    PROGRAM,
    { request: noServer, openSandbox: async () => sandbox },
    {
      progress: () => undefined,
      piece: () => undefined,
      asking: () => undefined,
      ended: (end) => void ends.push(end),
      refused: () => undefined,
    },
  );
  return { own, ends };
}

const arriveAll = () => downloads.splice(0).forEach(({ arrive }) => arrive());
const typesOf = (sent: readonly ToFrame[]) => sent.map(({ type }) => type);

test('loads the language if a run restarts during the download', async () => {
  const { sandbox, sent, loader } = aSandbox();
  const { own, ends } = run({ sandbox });
  await vi.waitFor(() => expect(downloads).toHaveLength(2));
  own.restart({ code: 'print(1)' });
  await vi.waitFor(() => expect(downloads).toHaveLength(4));
  arriveAll();
  await vi.waitFor(() => expect(typesOf(sent)).toEqual(['load']));
  loader.loaded('python', null);
  await vi.waitFor(() => expect(sent.at(-1)).toMatchObject({ type: 'run', job: { code: 'print(1)' } }));
  expect(typesOf(sent)).toEqual(['load', 'run']);
  expect(ends).toEqual([]);
});

test('waits for the frame if a run restarts during its preparation', async () => {
  const { sandbox, sent, loader } = aSandbox();
  const { own, ends } = run({ sandbox });
  await vi.waitFor(() => expect(downloads).toHaveLength(2));
  arriveAll();
  await vi.waitFor(() => expect(typesOf(sent)).toEqual(['load']));
  own.restart({ code: 'print(1)' });
  loader.loaded('python', null);
  await vi.waitFor(() => expect(typesOf(sent)).toEqual(['load', 'run']));
  expect(ends).toEqual([]);
  expect(downloads).toEqual([]);
});
