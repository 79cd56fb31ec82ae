import type { Endpoint, Reply } from '@cip/contracts/protocol/endpoint';
import { ErrorBody } from '@cip/contracts/protocol/errors';
import type { TSchema } from 'typebox';
import { Compile, type Validator } from 'typebox/compile';
import type { App } from '../../platform/http-app.ts';

/** The part of an endpoint that `call` needs. */
export interface AnyEndpoint extends Pick<Endpoint, 'method' | 'url'> {
  schema: { response: { [status: number]: TSchema } };
}

interface Request {
  token?: string | undefined;
  params?: Record<string, string>;
  query?: Record<string, string>;
  /** Not typed, so that a test can send invalid bodies. */
  body?: unknown;
  headers?: Record<string, string>;
  address?: string;
}

/** The response to a call. */
export class Answer<T> {
  readonly status: number;
  readonly headers: Record<string, unknown>;
  readonly #call: string;
  readonly #body: unknown;

  constructor(call: string, status: number, headers: Record<string, unknown>, body: unknown) {
    this.#call = call;
    this.status = status;
    this.headers = headers;
    this.#body = body;
  }

  /** The body of a success, validated against its schema. Throws if the call failed. */
  get reply(): T {
    if (this.status >= 400) throw new Error(`${this.#call} failed: ${this.status} ${JSON.stringify(this.#body)}`);
    return this.#body as T;
  }

  /** The body of a failure, validated against its schema. Throws if the call succeeded. */
  get error(): ErrorBody {
    if (this.status < 400) throw new Error(`${this.#call} succeeded: ${JSON.stringify(this.#body)}`);
    return this.#body as ErrorBody;
  }
}

/** Calls an endpoint without a network. Throws if the reply, success or failure, violates the contract. */
export async function call<E extends AnyEndpoint>(
  app: App,
  endpoint: E,
  request: Request = {},
): Promise<Answer<Reply<E>>> {
  const { token, params = {}, query = {}, body, headers = {}, address = '127.0.0.1' } = request;
  const path = endpoint.url.replace(/:(\w+)/g, (_, name: string) => encodeURIComponent(params[name] ?? ''));
  const response = await app.inject({
    method: endpoint.method,
    url: `/api${path}`,
    query,
    remoteAddress: address,
    headers: {
      ...(token !== undefined && { authorization: `Bearer ${token}` }),
      ...(body !== undefined && { 'content-type': 'application/json' }),
      ...headers,
    },
    ...(body !== undefined && { payload: typeof body === 'string' ? body : JSON.stringify(body) }),
  });
  const status = response.statusCode;
  const schema = status < 400 ? endpoint.schema.response[status] : ErrorBody;
  const isJson = String(response.headers['content-type']).startsWith('application/json');
  const json: unknown = isJson ? response.json() : response.body;
  if (!schema || !validatorOf(schema).Check(json))
    throw new Error(`${endpoint.url} answered ${status} with ${response.body}`);
  return new Answer(`${endpoint.method} ${endpoint.url}`, status, response.headers, json);
}

const validators = new Map<TSchema, Validator>();

function validatorOf(schema: TSchema): Validator {
  const known = validators.get(schema) ?? Compile(schema);
  validators.set(schema, known);
  return known;
}
