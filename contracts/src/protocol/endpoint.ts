import type { Static, TObject, TSchema } from 'typebox';
import { ErrorBody } from './errors.ts';

/**
 * Who may call an endpoint: anyone; every signed-in user of a company, coordinators included; users who interview; the
 * owner and admins; or only the owner.
 */
export type Access = 'public' | 'account' | 'interviewer' | 'admin' | 'owner';

/** The API keys that may call a guarded endpoint: all, or only keys that may write. */
export type KeyAccess = 'read' | 'write';

/** The groups of endpoints in the description of the API. */
export const API_TAGS = {
  'Sign-in': 'Registering, signing in and out, single sign-on, lost passwords.',
  Account: 'The signed-in account, its sign-ins, two-step sign-in and calendar.',
  Company: 'Profile, password, notifications, retention, audit log and exports.',
  Integrations: 'The API keys and webhooks of a company.',
  Interviewers: 'The accounts of the interviewers of a company.',
  Plans: 'Plans, subscriptions and checkouts.',
  Sessions: 'Interview sessions: start, plan, list, end, delete.',
  Code: 'The code of a session.',
  Questions: 'The question bank, and templates of sessions.',
  Scorecards: 'How far the scorecards of sessions are.',
  Reviews: 'What a review link opens; no account is needed.',
  Candidates: 'The endpoints behind the link of a session; no account is needed.',
  Reports: 'Reports that browsers send by themselves.',
};

interface EndpointSpec {
  method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  /** Path under `/api`, with parameters as `:name`. */
  url: string;
  access: Access;
  /** Whether it is allowed while the user still has to set up the required second step. */
  beforeSecondFactor?: true;
  /** Which API keys may call it; none if absent. */
  keys?: KeyAccess;
  tag: keyof typeof API_TAGS;
  summary: string;
  params?: TObject;
  query?: TObject;
  body?: TObject;
  reply: TSchema;
  /** The message of `not_found`, for an unknown object and for a malformed identifier alike. */
  notFound?: string;
  /** The HTTP status of success; 200 if absent. */
  status?: 201;
}

/** A REST endpoint: spread into Fastify's `route`, and the source of the web client's types. */
export interface Endpoint<S extends EndpointSpec = EndpointSpec> {
  method: S['method'];
  url: S['url'];
  config: { access: S['access']; beforeSecondFactor?: true; keys?: KeyAccess; notFound?: string };
  schema: {
    tags: string[];
    summary: string;
    response: Record<S['status'] extends 201 ? 201 : 200, S['reply']> & {
      '4xx': typeof ErrorBody;
      '5xx': typeof ErrorBody;
    };
  } & (S['params'] extends TObject ? { params: S['params'] } : unknown) &
    (S['query'] extends TObject ? { querystring: S['query'] } : unknown) &
    (S['body'] extends TObject ? { body: S['body'] } : unknown);
}

/** Declares a REST endpoint: its address, its access, and the schemas of request and reply. */
export function endpoint<const S extends EndpointSpec>(spec: S): Endpoint<S> {
  const { method, url, access, beforeSecondFactor, keys, tag, summary, params, query, body, reply } = spec;
  const { notFound, status = 200 } = spec;
  const schema = {
    tags: [tag],
    summary,
    ...(params && { params }),
    ...(query && { querystring: query }),
    ...(body && { body }),
    response: { [status]: reply, '4xx': ErrorBody, '5xx': ErrorBody },
  };
  const config = {
    access,
    ...(beforeSecondFactor && { beforeSecondFactor }),
    ...(keys && { keys }),
    ...(notFound !== undefined && { notFound }),
  };
  // The object has exactly the declared keys, which TypeScript cannot infer through the spreads.
  return { method, url, config, schema } as unknown as Endpoint<S>;
}

type Schema<E> = E extends { schema: infer S } ? S : never;
/** The body of a successful reply. */
export type Reply<E> =
  Schema<E> extends { response: infer R }
    ? R extends Record<200, infer S extends TSchema> | Record<201, infer S extends TSchema>
      ? Static<S>
      : never
    : never;
/** The body of a request. */
export type Body<E> = Schema<E> extends { body: infer S extends TSchema } ? Static<S> : undefined;
/** The path parameters of a request. */
export type Params<E> = Schema<E> extends { params: infer S extends TSchema } ? Static<S> : undefined;
/** The query of a request. */
export type Query<E> = Schema<E> extends { querystring: infer S extends TSchema } ? Static<S> : undefined;
