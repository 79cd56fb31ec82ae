import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { callPublic } from './api-client.ts';
import { download, openStream } from './download.ts';
import { ApiError } from './api-error.ts';
import { REPLY_WITHIN_MS } from './request-deadline.ts';

const SLOW_MS = REPLY_WITHIN_MS * 3;

/** A `fetch` whose server never replies; like the browser's, it rejects when the request is aborted. */
const deadConnection = (_address: string, { signal }: RequestInit) =>
  new Promise<never>((_resolve, reject) => {
    signal?.addEventListener('abort', () => reject(new DOMException('Aborted', 'AbortError')));
  });

const call = (reply: Promise<Response> | null = null) =>
  callPublic('GET /public/session/:roomCode', { params: { roomCode: 'room-1' }, reply });
const failureOf = (pending: Promise<unknown>) =>
  pending.then(
    () => null,
    (error: unknown) => error,
  );

beforeEach(() => void vi.useFakeTimers());
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

test('fails a call on a dead connection after its deadline', async () => {
  vi.stubGlobal('fetch', deadConnection);
  const failure = failureOf(call());
  await vi.advanceTimersByTimeAsync(REPLY_WITHIN_MS);
  expect(await failure).toMatchObject({ status: 0 });
});

test('fails a call without a reply to its earlier request', async () => {
  const failure = failureOf(call(new Promise(() => undefined)));
  await vi.advanceTimersByTimeAsync(REPLY_WITHIN_MS);
  expect(await failure).toBeInstanceOf(ApiError);
});

test('fails a stream on a dead connection after its deadline', async () => {
  vi.stubGlobal('fetch', deadConnection);
  const { signal } = new AbortController();
  const failure = failureOf(openStream('GET /interview-sessions/:id/playback', { params: { id: 'i-1' }, signal }));
  await vi.advanceTimersByTimeAsync(REPLY_WITHIN_MS);
  expect(await failure).toMatchObject({ status: 0 });
});

test('lets a download take longer once its headers have arrived', async () => {
  const slowBody = (_address: string, { signal }: RequestInit) => {
    const body = new ReadableStream({
      start(controller) {
        signal?.addEventListener('abort', () => controller.error(new DOMException('Aborted', 'AbortError')));
        setTimeout(() => (controller.enqueue(new TextEncoder().encode('code')), controller.close()), SLOW_MS);
      },
    });
    return Promise.resolve(new Response(body));
  };
  vi.stubGlobal('fetch', slowBody);
  const file = download('GET /company/export');
  await vi.advanceTimersByTimeAsync(SLOW_MS);
  expect((await file).size).toBe(4);
});
