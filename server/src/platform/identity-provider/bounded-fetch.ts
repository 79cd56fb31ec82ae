/** Most bytes of a provider's answer: sets of keys and tokens have a few kilobytes. */
const ANSWER_MAX_BYTES = 256 * 1024;
/** Time limit of a request to the provider (ms), its answer included. */
export const REQUEST_TIMEOUT_MS = 6_000;

/** The provider's answer is longer than ANSWER_MAX_BYTES. */
export class AnswerTooLarge extends Error {}

/** Statuses whose responses have no body. */
const EMPTY = new Set([204, 205, 304]);

interface FetchOptions {
  method?: string;
  body?: unknown;
  headers?: RequestInit['headers'];
  signal?: AbortSignal;
}

/** Sends a request and reads the whole answer. Redirects are not followed. Throws AnswerTooLarge. */
export async function boundedFetch(url: string, { method, body, headers, signal }: FetchOptions): Promise<Response> {
  const response = await fetch(url, {
    redirect: 'manual',
    ...(method !== undefined && { method }),
    ...(headers && { headers }),
    ...(signal && { signal }),
    // A form: the only body that a provider gets.
    ...(body instanceof URLSearchParams && { body }),
  });
  const { status } = response;
  const read = await readBounded(response);
  return new Response(EMPTY.has(status) ? null : read, { status, headers: response.headers });
}

async function readBounded(response: Response): Promise<Uint8Array<ArrayBuffer>> {
  const chunks: Uint8Array[] = [];
  let bytes = 0;
  for await (const chunk of response.body ?? []) {
    bytes += chunk.byteLength;
    // Leaving the loop closes the connection.
    if (bytes > ANSWER_MAX_BYTES) throw new AnswerTooLarge('The answer of the provider is too large.');
    chunks.push(chunk);
  }
  return new Uint8Array(Buffer.concat(chunks));
}
