import { Agent, request } from 'node:http';

/** A request that is sent verbatim. */
export interface RawRequest {
  method: string;
  path: string;
  /** Pairs, because a name may occur twice. */
  headers: [name: string, value: string][];
  body: string | Uint8Array | null;
}

/** The response as text. */
export interface RawResponse {
  status: number;
  type: string;
  body: string;
}

/** If a request has no response after this time, it fails (ms). */
const RESPONSE_TIMEOUT_MS = 30_000;

/** Sends requests that an ordinary client cannot, over keep-alive connections. */
export class RawHttp {
  readonly #url: URL;
  readonly #agent = new Agent({ keepAlive: true, maxSockets: 32 });

  constructor(url: string) {
    this.#url = new URL(url);
  }

  /** Sends one request. Rejects if the connection closes or the response times out. */
  send({ method, path, headers, body }: RawRequest, isNew = false): Promise<RawResponse> {
    // If there is no content length, Node sends a chunked body.
    const length = body === null && /^(GET|HEAD)$/.test(method) ? [] : [['content-length', String(lengthOf(body))]];
    return new Promise((resolve, reject) => {
      let hasResponse = false;
      const sent = request(
        {
          agent: isNew ? false : this.#agent,
          host: this.#url.hostname,
          port: this.#url.port,
          method,
          path,
          headers: ['host', this.#url.host, ...[...headers, ...length].flat()],
          timeout: RESPONSE_TIMEOUT_MS,
        },
        (response) => {
          const parts: Buffer[] = [];
          response.on('data', (part: Buffer) => parts.push(part));
          response.on('error', reject);
          response.on('end', () => {
            hasResponse = true;
            resolve({
              status: response.statusCode ?? 0,
              type: response.headers['content-type'] ?? '',
              body: Buffer.concat(parts).toString(),
            });
          });
        },
      );
      sent.on('timeout', () => sent.destroy(new Error('no response')));
      // If the server closes an idle connection at the moment it is reused, retry once on a new one. It may also refuse
      // a request before reading all of it: a write error after the response is harmless.
      sent.on('error', (error) => {
        if (hasResponse) return;
        if (sent.reusedSocket && !isNew) resolve(this.send({ method, path, headers, body }, true));
        else reject(error);
      });
      sent.end(body ?? undefined);
    });
  }

  /** Calls the API with JSON and returns the parsed response. Throws on a status of 400 or more. */
  async call<T>(method: string, path: string, body?: object, token?: string): Promise<T> {
    const headers: RawRequest['headers'] = [];
    if (body) headers.push(['content-type', 'application/json']);
    if (token !== undefined) headers.push(['authorization', `Bearer ${token}`]);
    const response = await this.send({
      method,
      path: `/api${path}`,
      headers,
      body: body ? JSON.stringify(body) : null,
    });
    if (response.status >= 400) throw new Error(`${method} ${path} returned ${response.status}: ${response.body}`);
    return JSON.parse(response.body) as T;
  }

  close(): void {
    this.#agent.destroy();
  }
}

function lengthOf(body: RawRequest['body']): number {
  return body === null ? 0 : Buffer.byteLength(body);
}
