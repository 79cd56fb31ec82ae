import type { editor } from 'monaco-editor';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { Monaco } from '../monaco.ts';

/** A worker that the test counts. */
class FakeWorker {
  static readonly started: FakeWorker[] = [];
  isEnded = false;

  constructor() {
    FakeWorker.started.push(this);
  }

  terminate(): void {
    this.isEnded = true;
  }
}

vi.mock('./types.worker.ts?worker', () => ({ default: FakeWorker }));
vi.mock('./providers.ts', () => ({ provideTypes: () => [], rangeOf: () => ({}) }));
const { completeByTypes } = await import('./complete-by-types.ts');

beforeEach(() => {
  FakeWorker.started.length = 0;
  vi.useFakeTimers();
});
afterEach(() => void vi.useRealTimers());

/** Completes a model whose worker answers as the test says. */
function open(problemsOf: () => Promise<unknown[]>, readFiles = () => Promise.resolve()) {
  let change = () => {};
  const client = {
    getProxy: async () => ({ read: async () => undefined }),
    withSyncedResources: async () => ({ problemsOf, readFiles }),
    dispose: () => undefined,
  };
  const setModelMarkers = vi.fn<() => void>();
  const monaco = { editor: { createWebWorker: () => client, setModelMarkers }, MarkerSeverity: {} };
  const model = {
    uri: 'inmemory://model/1',
    getValue: () => '',
    getVersionId: () => 1,
    isDisposed: () => false,
    onDidChangeContent: (listen: () => void) => ((change = listen), { dispose: () => undefined }),
  };
  const end = completeByTypes(monaco as unknown as Monaco, model as unknown as editor.ITextModel, {
    language: 'typescript',
    files: { current: null },
  });
  return { end, setModelMarkers, change: () => change() };
}

const ended = () => FakeWorker.started.map(({ isEnded }) => isEnded);

test('restarts a worker that does not answer, also while the text changes', async () => {
  const { end, change } = open(() => new Promise(() => undefined));
  for (let second = 0; second < 21; second++) {
    await vi.advanceTimersByTimeAsync(1_000);
    change();
  }
  expect(ended()).toEqual([true, false]);
  end();
  expect(ended()).toEqual([true, true]);
  await vi.advanceTimersByTimeAsync(60_000);
  expect(ended()).toHaveLength(2);
});

test('restarts a worker that does not take the files of the room either', async () => {
  const never = () => new Promise<never>(() => undefined);
  const { end } = open(never, never);
  await vi.advanceTimersByTimeAsync(21_000);
  expect(ended()).toEqual([true, false]);
  end();
});

test('keeps a worker that answers', async () => {
  const { end, setModelMarkers } = open(async () => []);
  await vi.advanceTimersByTimeAsync(60_000);
  expect(setModelMarkers).toHaveBeenCalledTimes(1);
  expect(ended()).toEqual([false]);
  end();
});
