import type * as admissions from './admissions.ts';
import type * as apiKeys from './api-keys.ts';
import type * as audit from './audit.ts';
import type * as authRecovery from './auth-recovery.ts';
import type * as authReset from './auth-reset.ts';
import type * as authSecondFactor from './auth-second-factor.ts';
import type * as authSignIns from './auth-sign-ins.ts';
import type * as auth from './auth.ts';
import type * as billing from './billing.ts';
import type * as browserReports from './browser-reports.ts';
import type * as calendarFeeds from './calendar-feeds.ts';
import type * as company from './company.ts';
import type * as deviceKey from './device-key.ts';
import type * as documents from './documents.ts';
import type { Body, Params, Query, Reply } from './endpoint.ts';
import type * as exports from './exports.ts';
import type * as interviewers from './interviewers.ts';
import type * as interviewQuestions from './interview-questions.ts';
import type * as interviews from './interviews.ts';
import type * as playback from './playback.ts';
import type * as questions from './questions.ts';
import type * as receipts from './receipts.ts';
import type * as reviewLinks from './review-links.ts';
import type * as retention from './retention.ts';
import type * as scorecards from './scorecards.ts';
import type * as singleSignOn from './single-sign-on.ts';
import type * as templates from './templates.ts';
import type * as testPayments from './test-payments.ts';
import type * as webhooks from './webhooks.ts';

type Contracts =
  | typeof admissions
  | typeof apiKeys
  | typeof audit
  | typeof authRecovery
  | typeof authReset
  | typeof authSecondFactor
  | typeof authSignIns
  | typeof auth
  | typeof billing
  | typeof browserReports
  | typeof calendarFeeds
  | typeof company
  | typeof deviceKey
  | typeof documents
  | typeof exports
  | typeof interviewers
  | typeof interviewQuestions
  | typeof interviews
  | typeof playback
  | typeof questions
  | typeof receipts
  | typeof reviewLinks
  | typeof retention
  | typeof scorecards
  | typeof singleSignOn
  | typeof templates
  | typeof testPayments
  | typeof webhooks;

interface AnyEndpoint {
  method: string;
  url: string;
  config: { access: string };
  schema: unknown;
}

type EndpointsOf<Contract> = Contract extends unknown ? Extract<Contract[keyof Contract], AnyEndpoint> : never;

/** All REST endpoints by route, as in `GET /users/:id`. Types only: a client that names routes ships no schemas. */
export type Routes = { [E in EndpointsOf<Contracts> as `${E['method']} ${E['url']}`]: E };

/** The method and the URL of an endpoint, as in `GET /users/:id`. */
export type Route = keyof Routes;

/** The routes that need no account. */
export type PublicRoute = { [R in Route]: Routes[R]['config']['access'] extends 'public' ? R : never }[Route];

/** The routes whose reply is a file. */
export type FileRoute = { [R in Route]: Reply<Routes[R]> extends string ? R : never }[Route];

type Part<Name extends string, T> = [T] extends [undefined] ? unknown : { [K in Name]: T };

/** The input that a request of the route needs. */
export type RequiredInput<R extends Route> = Part<'params', Params<Routes[R]>> & Part<'body', Body<Routes[R]>>;

/** The input that a request of the route may have. */
export type RouteInput<R extends Route> = RequiredInput<R> & Partial<Part<'query', Query<Routes[R]>> & object>;

/** A request as data: its route with its input. */
export type RouteRequest<R extends Route> = R extends Route ? { route: R } & RouteInput<R> : never;

/** The path of a route, with any string in place of each parameter. */
export type RoutePath<R extends Route> = Filled<Routes[R]['url']>;

type Filled<Url extends string> = Url extends `${infer Start}:${infer Rest}`
  ? `${Start}${string}${Rest extends `${string}/${infer End}` ? `/${Filled<End>}` : ''}`
  : Url;
