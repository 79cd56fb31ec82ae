import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { PythonServer } from './python-server.ts';

/** A worker that answers as the test says. */
class FakeWorker {
  static last: FakeWorker;
  onmessage: ((event: { data: unknown }) => void) | null = null;
  onerror: ((event: { preventDefault: () => void }) => void) | null = null;
  readonly sent: { id?: number; method?: string }[] = [];
  isEnded = false;

  constructor() {
    FakeWorker.last = this;
  }

  postMessage(message: { id?: number }): void {
    this.sent.push(message);
  }

  terminate(): void {
    this.isEnded = true;
  }

  tell(data: unknown): void {
    this.onmessage?.({ data });
  }

  /** Answers the latest question. */
  answer(result: unknown): void {
    this.tell({ id: this.sent.findLast(({ id }) => id !== undefined)?.id, result });
  }
}

beforeEach(() => {
  vi.stubGlobal('Worker', FakeWorker);
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

const open = () => new PythonServer(() => ({ shown: 'main.py', texts: new Map([['main.py', 'a = 1']]) }));
const ask = (server: PythonServer) => server.ask('textDocument/hover', { line: 0, character: 0 });
const asked = () => FakeWorker.last.sent.at(-1)?.method;

/** Brings a server to its first question. */
async function listed(): Promise<PythonServer> {
  const server = open();
  FakeWorker.last.answer({});
  FakeWorker.last.tell({ method: 'window/logMessage', params: { message: 'Found 1 source file' } });
  await vi.waitFor(() => expect(asked()).toBe('textDocument/completion'));
  return server;
}

test('is over, and answers null, if its worker does not load', async () => {
  const server = open();
  const early = ask(server);
  const preventDefault = vi.fn<() => void>();
  FakeWorker.last.onerror?.({ preventDefault });
  await server.started;
  expect(preventDefault).toHaveBeenCalledOnce();
  expect(FakeWorker.last.isEnded).toBe(true);
  expect(server.isStarted).toBe(false);
  expect([await early, await ask(server)]).toEqual([null, null]);
});

test('waits for the list of files, which would undo the first answer', async () => {
  const server = open();
  FakeWorker.last.answer({});
  await vi.advanceTimersByTimeAsync(30_000);
  expect(asked()).toBe('textDocument/didOpen');
  expect(FakeWorker.last.isEnded).toBe(false);
  server.end();
});

test('is over if an answer does not come in time', async () => {
  const server = await listed();
  FakeWorker.last.answer({ items: [] });
  await server.started;
  expect(server.isStarted).toBe(true);
  const answer = ask(server);
  await vi.advanceTimersByTimeAsync(20_000);
  expect(await answer).toBeNull();
  expect(FakeWorker.last.isEnded).toBe(true);
});

test('gives the first answer more time, and no more', async () => {
  const server = await listed();
  await vi.advanceTimersByTimeAsync(59_000);
  expect(FakeWorker.last.isEnded).toBe(false);
  await vi.advanceTimersByTimeAsync(1_000);
  await server.started;
  expect([FakeWorker.last.isEnded, server.isStarted]).toEqual([true, false]);
});

test('gives the worker no second worker', async () => {
  open();
  const close = vi.fn<() => void>();
  FakeWorker.last.tell({ type: 'browser/newWorker', port: { close } });
  expect(close).toHaveBeenCalledOnce();
});

test('sends a text only if it changed', async () => {
  const server = await listed();
  FakeWorker.last.answer({ items: [] });
  await server.started;
  const before = FakeWorker.last.sent.length;
  void ask(server);
  await vi.waitFor(() => expect(asked()).toBe('textDocument/hover'));
  expect(FakeWorker.last.sent).toHaveLength(before + 1);
  server.end();
});
