import { Agent, request } from 'node:http';

/** What is sent, as it is. */
export interface Sent {
  method: string;
  path: string;
  /** Pairs, since a name may be there twice. */
  headers: [name: string, value: string][];
  body: string | Uint8Array | null;
}

/** What came back. */
export interface Answered {
  status: number;
  type: string;
  body: string;
}

/** A request that gets no answer for so long counts as unanswered, in milliseconds. */
const ANSWER_WITHIN_MS = 30_000;

/** Sends requests that an ordinary client would not, over connections that stay open. */
export class RawHttp {
  readonly #url: URL;
  readonly #agent = new Agent({ keepAlive: true, maxSockets: 32 });

  constructor(url: string) {
    this.#url = new URL(url);
  }

  /** Sends one request. Rejects when the connection ends or nothing comes. */
  send({ method, path, headers, body }: Sent, isNew = false): Promise<Answered> {
    // Without a length a request that may have a body is sent in chunks, of no type.
    const given = body === null && /^(GET|HEAD)$/.test(method) ? [] : [['content-length', String(lengthOf(body))]];
    return new Promise((resolve, reject) => {
      let isAnswered = false;
      const sent = request(
        {
          agent: isNew ? false : this.#agent,
          host: this.#url.hostname,
          port: this.#url.port,
          method,
          path,
          headers: ['host', this.#url.host, ...[...headers, ...given].flat()],
          timeout: ANSWER_WITHIN_MS,
        },
        (response) => {
          const parts: Buffer[] = [];
          response.on('data', (part: Buffer) => parts.push(part));
          response.on('error', reject);
          response.on('end', () => {
            isAnswered = true;
            resolve({
              status: response.statusCode ?? 0,
              type: response.headers['content-type'] ?? '',
              body: Buffer.concat(parts).toString(),
            });
          });
        },
      );
      sent.on('timeout', () => sent.destroy(new Error('no answer')));
      // The server may close an idle connection at the moment it is used again; any client then asks once more. What it
      // refused before all had come was answered: that the rest cannot be written says nothing more.
      sent.on('error', (error) => {
        if (isAnswered) return;
        if (sent.reusedSocket && !isNew) resolve(this.send({ method, path, headers, body }, true));
        else reject(error);
      });
      sent.end(body ?? undefined);
    });
  }

  /** Calls the API with JSON and answers with JSON. Throws when it fails. */
  async call<T>(method: string, path: string, body?: object, token?: string): Promise<T> {
    const headers: Sent['headers'] = [];
    if (body) headers.push(['content-type', 'application/json']);
    if (token !== undefined) headers.push(['authorization', `Bearer ${token}`]);
    const answer = await this.send({ method, path: `/api${path}`, headers, body: body ? JSON.stringify(body) : null });
    if (answer.status >= 400) throw new Error(`${method} ${path} answered ${answer.status}: ${answer.body}`);
    return JSON.parse(answer.body) as T;
  }

  close(): void {
    this.#agent.destroy();
  }
}

function lengthOf(body: Sent['body']): number {
  return body === null ? 0 : Buffer.byteLength(body);
}
