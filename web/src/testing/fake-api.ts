import { vi } from 'vitest';

/** A response: a body with status 200, or a status with a body. */
type Answer = object | { status: number; body: unknown };

/**
 * Makes calls with a method, of one address or all, wait for the returned function, as on a network that delivers
 * nothing.
 */
export function stallApi(method: string, address?: string): () => void {
  const { promise, resolve } = Promise.withResolvers<void>();
  const served = fetch;
  vi.stubGlobal('fetch', async (url: string, init: RequestInit = {}) => {
    if ((init.method ?? 'GET') === method && (address ?? url) === url) await promise;
    return served(url, init);
  });
  return resolve;
}

/** Loses the reply to the next call with a method, which the server carries out. */
export function loseReply(method: string): void {
  const served = fetch;
  vi.stubGlobal('fetch', async (url: string, init: RequestInit = {}) => {
    const reply = await served(url, init);
    if (init.method !== method) return reply;
    vi.stubGlobal('fetch', served);
    throw new TypeError('Failed to fetch');
  });
}

/**
 * Stubs `fetch` with responses by call, such as `'GET /api/user'`, and 404 for others. Returns the list of calls made.
 */
export function serveApi(
  answers: Record<string, Answer | ((body: unknown) => Answer)>,
  responseHeaders: HeadersInit = {},
) {
  const calls: { call: string; body: unknown; authorization: string | null }[] = [];
  const fetchStub = async (url: string, { method = 'GET', headers, body }: RequestInit = {}) => {
    const call = `${method} ${url}`;
    const sent: unknown = typeof body === 'string' ? JSON.parse(body) : undefined;
    calls.push({ call, body: sent, authorization: new Headers(headers).get('authorization') });
    const found = answers[call] ?? { status: 404, body: { message: 'Not found', code: 'not_found' } };
    const answer = typeof found === 'function' ? found(sent) : found;
    const { status, body: reply } = 'status' in answer && 'body' in answer ? answer : { status: 200, body: answer };
    return new Response(JSON.stringify(reply), { status: status as number, headers: responseHeaders });
  };
  vi.stubGlobal('fetch', fetchStub);
  return calls;
}
