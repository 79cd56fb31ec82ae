import type { RunEngineConfig } from '../config/run-engine-config.ts';
import { AnswerTooLarge, EngineFailure } from './engine-failure.ts';

/** Most bytes of an answer that are read; a run keeps 64 KB of output. */
export const ANSWER_MAX_BYTES = 256 * 1024;

export interface EngineAnswer {
  status: number;
  body: unknown;
}

/** Sends a request to the engine and returns the answer, whatever its status. */
export type SendRequest = (path: string, options: { signal: AbortSignal; body?: unknown }) => Promise<EngineAnswer>;

/** Returns the headers that authorize requests. */
export function authorization({ token, tokenHeader }: RunEngineConfig): Record<string, string> {
  if (token === null) return {};
  return { [tokenHeader]: tokenHeader.toLowerCase() === 'authorization' ? `Bearer ${token}` : token };
}

/** Creates the function that sends requests: POST if a body is given, else GET. Refuses redirects, caps answers. */
export function engineHttp(config: RunEngineConfig): SendRequest {
  return async (path, { signal, body }) => {
    const response = await send(`${config.url}${path}`, {
      redirect: 'manual',
      signal,
      headers: { ...authorization(config), accept: 'application/json', 'content-type': 'application/json' },
      ...(body !== undefined && { method: 'POST', body: JSON.stringify(body) }),
    });
    const { status } = response;
    if (status >= 300 && status < 400) {
      await response.body?.cancel();
      throw new EngineFailure('refused', status);
    }
    return { status, body: parse(await readCapped(response), status) };
  };
}

async function send(url: string, options: RequestInit): Promise<Response> {
  try {
    return await fetch(url, options);
  } catch {
    // The cause is dropped, because it names the address.
    throw new EngineFailure('unreachable');
  }
}

async function readCapped(response: Response): Promise<string> {
  const chunks: Uint8Array[] = [];
  let bytes = 0;
  try {
    for await (const chunk of response.body ?? []) {
      bytes += chunk.byteLength;
      // Leaving the loop closes the connection.
      if (bytes > ANSWER_MAX_BYTES) throw new AnswerTooLarge();
      chunks.push(chunk);
    }
  } catch (error) {
    throw error instanceof AnswerTooLarge ? error : new EngineFailure('interrupted');
  }
  return Buffer.concat(chunks).toString('utf8');
}

// An error's body may be empty or a page of a proxy.
function parse(text: string, status: number): unknown {
  try {
    return JSON.parse(text);
  } catch {
    if (status >= 400) return null;
    throw new EngineFailure('unreadable', status);
  }
}
