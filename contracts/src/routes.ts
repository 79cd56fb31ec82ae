import type * as admissions from './interviews/admissions.ts';
import type * as apiKeys from './integrations/api-keys.ts';
import type * as audit from './accounts/audit.ts';
import type * as authRecovery from './accounts/auth-recovery.ts';
import type * as authReset from './accounts/auth-reset.ts';
import type * as authSecondFactor from './accounts/auth-second-factor.ts';
import type * as authSignIns from './accounts/auth-sign-ins.ts';
import type * as auth from './accounts/auth.ts';
import type * as billing from './billing/billing.ts';
import type * as browserReports from './protocol/browser-reports.ts';
import type * as calendarFeeds from './interviews/calendar-feeds.ts';
import type * as cardOverview from './scorecards/card-overview.ts';
import type * as company from './accounts/company.ts';
import type * as deviceKey from './rooms/device-key.ts';
import type * as documents from './rooms/documents.ts';
import type { Body, Params, Query, Reply } from './protocol/endpoint.ts';
import type * as exports from './exports/exports.ts';
import type * as interviewers from './accounts/interviewers.ts';
import type * as interviewQuestions from './questions/interview-questions.ts';
import type * as interviews from './interviews/interviews.ts';
import type * as planning from './interviews/planning.ts';
import type * as publicInterviews from './interviews/public-interviews.ts';
import type * as playback from './playback/playback.ts';
import type * as questions from './questions/questions.ts';
import type * as receipts from './receipts/receipts.ts';
import type * as reviewLinks from './playback/review-links.ts';
import type * as retention from './retention/retention.ts';
import type * as runEngine from './runs/run-engine.ts';
import type * as scorecards from './scorecards/scorecards.ts';
import type * as singleSignOn from './accounts/single-sign-on.ts';
import type * as templates from './questions/templates.ts';
import type * as testPayments from './billing/test-payments.ts';
import type * as webhooks from './integrations/webhooks.ts';

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
  | typeof cardOverview
  | typeof company
  | typeof deviceKey
  | typeof documents
  | typeof exports
  | typeof interviewers
  | typeof interviewQuestions
  | typeof interviews
  | typeof planning
  | typeof playback
  | typeof publicInterviews
  | typeof questions
  | typeof receipts
  | typeof reviewLinks
  | typeof retention
  | typeof runEngine
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

/** All REST endpoints by route, as in `GET /users/:id`. Only types: a client that names routes ships no schemas. */
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
