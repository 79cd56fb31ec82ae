import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { StripeAccount } from './account.ts';
import { CALLS } from './calls.ts';
import { readForm } from './form.ts';
import { WireError } from './wire.ts';

/** The API key that the stand-in accepts. */
export const SECRET_KEY = 'sk_test_stand_in';

interface RecordedRequest {
  call: string;
  idempotencyKey: string | null;
}

/**
 * A fault of the next request: 500 before any change, 500 that is repeated for the request's key too, 400 for an
 * invalid request, or a closed connection after the change.
 */
type Fault = 'error' | 'stored' | 'invalid' | 'cut';

/** A fake of the part of Stripe's HTTP API that the product uses, on its own port. */
export interface StripeStandIn {
  url: string;
  account: StripeAccount;
  made: RecordedRequest[];
  /** Makes the next requests to an endpoint fail, one per fault. */
  fail(call: string, ...faults: Fault[]): void;
  close(): Promise<void>;
}

/** Starts the stand-in. */
export async function startStripe(): Promise<StripeStandIn> {
  const account = new StripeAccount();
  const made: RecordedRequest[] = [];
  const faults = new Map<string, Fault[]>();
  const answers = new Map<string, { asked: string; status: number; body: string }>();
  const server = createServer((request, response) => {
    void serve(request, response).catch(() => response.destroy());
  });

  async function serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const body = await text(request);
    const { pathname, search } = new URL(request.url ?? '', 'http://stand-in');
    const { name, id } = route(request.method ?? '', pathname);
    const header = request.headers['idempotency-key'];
    const idempotencyKey = typeof header === 'string' ? header : null;
    made.push({ call: name, idempotencyKey });
    const fault = faults.get(name)?.shift();
    const failure = { status: 500, body: errorBody(new WireError(500, 'api_error', 'Try again.')) };
    if (fault === 'invalid')
      return send(response, 400, errorBody(new WireError(400, 'invalid_request_error', 'Received unknown parameter.')));
    if (fault === 'error') return send(response, failure.status, failure.body);
    const run = () => (fault === 'stored' ? failure : act(request, name, id, body || search));
    const { status, body: reply } = idempotencyKey === null ? run() : repeatable(idempotencyKey, `${name}${body}`, run);
    if (fault === 'cut') return void response.destroy();
    send(response, status, reply);
  }

  // The same key returns the same reply; if the request differs, it is an error.
  function repeatable(key: string, asked: string, run: () => { status: number; body: string }) {
    const known = answers.get(key);
    if (known && known.asked !== asked)
      return { status: 400, body: errorBody(new WireError(400, 'idempotency_error', 'The key was used before.')) };
    const reply = known ?? { asked, ...run() };
    answers.set(key, reply);
    return reply;
  }

  function act(request: IncomingMessage, name: string, id: string, fields: string) {
    try {
      if (request.headers.authorization !== `Bearer ${SECRET_KEY}`)
        throw new WireError(401, 'invalid_request_error', 'Invalid API Key provided');
      const call = CALLS[name];
      if (!call) throw new WireError(404, 'invalid_request_error', `Unrecognized request URL (${name})`);
      return { status: 200, body: JSON.stringify(call(account, readForm(fields), id)) };
    } catch (error) {
      if (!(error instanceof WireError)) throw error;
      return { status: error.status, body: errorBody(error) };
    }
  }

  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
    account,
    made,
    fail: (call, ...more) => void faults.set(call, [...(faults.get(call) ?? []), ...more]),
    async close() {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}

function route(method: string, path: string): { name: string; id: string } {
  const exact = `${method} ${path}`;
  if (exact in CALLS) return { name: exact, id: '' };
  const match = /^(\/v1\/(?:checkout\/)?[a-z_]+)\/([^/]+)(\/[a-z]+)?$/.exec(path);
  return { name: `${method} ${match?.[1]}/:id${match?.[3] ?? ''}`, id: match?.[2] ?? '' };
}

function errorBody({ type, code, param, message }: WireError): string {
  return JSON.stringify({ error: { type, message, code, param } });
}

function send(response: ServerResponse, status: number, body: string): void {
  response.writeHead(status, { 'content-type': 'application/json', 'request-id': 'req_stand_in' });
  response.end(body);
}
