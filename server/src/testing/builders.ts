import { randomUUID } from 'node:crypto';
import { createApiKey, type ApiKeyScope } from '@cip/contracts/integrations/api-keys';
import * as auth from '@cip/contracts/accounts/auth';
import type { Company } from '@cip/contracts/accounts/company';
import * as interviewers from '@cip/contracts/accounts/interviewers';
import * as interviews from '@cip/contracts/interviews/interviews';
import * as planning from '@cip/contracts/interviews/planning';
import * as publicInterviews from '@cip/contracts/interviews/public-interviews';
import type { GivenRole } from '@cip/contracts/accounts/roles';
import { createQuestion, type Question, type QuestionContent } from '@cip/contracts/questions/questions';
import { createTemplate, type Template, type TemplateBody } from '@cip/contracts/questions/templates';
import { createWebhook } from '@cip/contracts/integrations/webhooks';
import type { AppContext } from '../context.ts';
import { call } from './http/call.ts';
import type { TestApp } from './test-app.ts';

export const PASSWORD = 'correct horse battery';

type PlanSlug = 'starter' | 'professional' | 'enterprise';

/** A signed-in user. */
export interface SignedIn {
  token: string;
  email: string;
  company: Company;
}

/** Returns a new e-mail address. */
export function newEmail(): string {
  return `person-${randomUUID()}@example.com`;
}

/** Returns a new room code in the form of the product's own client. */
export function newRoomCode(): string {
  return `private-room-${randomUUID().slice(0, 9)}`;
}

/** Registers a company with a plan (`starter` by default) or without one. */
export async function registerCompany(
  { app, ctx }: TestApp,
  { plan = 'starter', name = 'Acme' }: { plan?: PlanSlug | null; name?: string } = {},
): Promise<SignedIn> {
  const email = newEmail();
  const body = { name, email, password: PASSWORD, password_confirmation: PASSWORD };
  const { company, token } = (await call(app, auth.register, { body })).reply;
  if (plan !== null) await subscribe(ctx, company.id, plan);
  return { token, email, company };
}

// Writes to the database directly, because through the API a paid plan must be paid.
async function subscribe({ db }: AppContext, companyId: string, slug: PlanSlug): Promise<void> {
  const { id } = await db.selectFrom('plans').select('id').where('slug', '=', slug).executeTakeFirstOrThrow();
  await db
    .insertInto('subscriptions')
    .values({ company_id: companyId, plan_id: id, status: 'active', ends_at: null })
    .execute();
}

/** Signs a user in. */
export async function signIn({ app }: TestApp, email: string, password = PASSWORD): Promise<SignedIn> {
  const { company, token } = (await call(app, auth.login, { body: { email, password } })).reply;
  return { token, email, company };
}

/** Adds a person to the company, an interviewer by default, and signs them in. */
export async function addInterviewer(
  node: TestApp,
  owner: SignedIn,
  name = 'Ida Interviewer',
  role: GivenRole = 'interviewer',
): Promise<SignedIn & { userId: string }> {
  const email = newEmail();
  const body = { name, email, password: PASSWORD, role };
  const { user } = (await call(node.app, interviewers.createInterviewer, { token: owner.token, body })).reply;
  return { ...(await signIn(node, email)), userId: user.id };
}

/** Creates an API key of the owner's company, valid for a month. */
export async function makeKey({ app }: TestApp, { token }: SignedIn, name = 'ATS', scope: ApiKeyScope = 'write') {
  return (await call(app, createApiKey, { token, body: { name, scope, days: 30 } })).reply;
}

/** Adds a webhook of the owner's company that no one listens to and that reports the end of interviews. */
export async function makeWebhook({ app }: TestApp, { token }: SignedIn, url = 'http://127.0.0.1:9/hook') {
  const body = { url, events: ['interview.ended' as const] };
  return (await call(app, createWebhook, { token, body })).reply.webhook;
}

/** Starts an interview. */
export async function quickStart(
  { app }: TestApp,
  { token }: { token: string },
  roomCode = newRoomCode(),
): Promise<interviews.Interview> {
  const { session } = (await call(app, planning.quickStart, { token, body: { room_code: roomCode } })).reply;
  return session;
}

/** Schedules an interview in an hour, led by the planner or the first of `interviewer_ids`. */
export async function scheduleInterview(
  { app }: TestApp,
  { token }: { token: string },
  interviewer_ids?: string[],
): Promise<interviews.Interview> {
  const scheduled_at = new Date(Date.now() + 3_600_000).toISOString();
  const candidate = { room_code: newRoomCode(), candidate_name: 'Ada Candidate' };
  const body = { ...candidate, scheduled_at, ...(interviewer_ids && { interviewer_ids }) };
  return (await call(app, planning.scheduleInterview, { token, body })).reply.session;
}

/** Joins an interview by its link. */
export async function joinAsCandidate({ app }: TestApp, roomCode: string, name = 'Ada Candidate') {
  const request = { params: { roomCode }, body: { candidate_name: name } };
  return (await call(app, publicInterviews.joinInterview, request)).reply;
}

/** Ends an interview. */
export async function endInterview({ app }: TestApp, { token }: { token: string }, roomCode: string) {
  const request = { token, params: { room_code: roomCode } };
  return (await call(app, interviews.endInterview, request)).reply.session;
}

/** Returns the content of a question. */
export function aQuestion(changes: Partial<QuestionContent> = {}): QuestionContent {
  return {
    title: 'Sum of a list',
    text: '# Sum\n\nPrint the sum of the numbers.',
    guide: 'Ask about empty lists.',
    starters: [{ language: 'python', code: 'def total(numbers):\n    return 0\n' }],
    data: null,
    tests: [],
    minutes: 20,
    tags: ['lists'],
    ...changes,
  };
}

/** Adds a question. */
export async function addQuestion(
  { app }: TestApp,
  { token }: { token: string },
  changes: Partial<QuestionContent> = {},
): Promise<Question> {
  return (await call(app, createQuestion, { token, body: aQuestion(changes) })).reply.question;
}

/** Returns the body of a template. */
export function aTemplate(changes: Partial<TemplateBody> = {}): TemplateBody {
  return {
    name: 'Backend',
    criteria: [],
    asks_before_admitting: false,
    typing_mode: 'enter',
    allows_runs: true,
    question_ids: [],
    ...changes,
  };
}

/** Adds a template. */
export async function addTemplate(
  { app }: TestApp,
  { token }: { token: string },
  changes: Partial<TemplateBody> = {},
): Promise<Template> {
  return (await call(app, createTemplate, { token, body: aTemplate(changes) })).reply.template;
}
