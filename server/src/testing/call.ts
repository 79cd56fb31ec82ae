import type { Endpoint, Reply } from '@cip/contracts/endpoint';
import { ErrorBody } from '@cip/contracts/errors';
import type { TSchema } from 'typebox';
import { Compile, type Validator } from 'typebox/compile';
import type { App } from '../context.ts';

interface AnyEndpoint extends Pick<Endpoint, 'method' | 'url'> {
  schema: { response: { [status: number]: TSchema } };
}

interface Request {
  token?: string | undefined;
  params?: Record<string, string>;
  query?: Record<string, string>;
  /** Unchecked, so that a test can send what is wrong. */
  body?: unknown;
  headers?: Record<string, string>;
  address?: string;
}

/** What came back from a call. */
export interface Answer<T> {
  status: number;
  headers: Record<string, unknown>;
  /** The body of a success; throws when the call failed. */
  readonly reply: T;
  /** The body of a failure; throws when the call succeeded. */
  readonly error: ErrorBody;
}

/**
 * Makes a REST call as its contract describes it, without a network. Throws when a body, of success or failure,
 * is not what the contract promises.
 */
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
  const json: unknown = response.json();
  if (!schema || !validatorOf(schema).Check(json))
    throw new Error(`${endpoint.url} answered ${status} with ${response.body}`);
  return {
    status,
    headers: response.headers,
    get reply() {
      if (status >= 400) throw new Error(`${endpoint.url} failed: ${status} ${response.body}`);
      // The schema was checked above.
      return json as Reply<E>;
    },
    get error() {
      if (status < 400) throw new Error(`${endpoint.url} succeeded: ${status} ${response.body}`);
      return json as ErrorBody;
    },
  };
}

const validators = new Map<TSchema, Validator>();

function validatorOf(schema: TSchema): Validator {
  const known = validators.get(schema) ?? Compile(schema);
  validators.set(schema, known);
  return known;
}
