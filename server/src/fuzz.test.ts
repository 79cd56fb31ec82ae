import { randomUUID } from 'node:crypto';
import fc from 'fast-check';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { joinAsCandidate, newEmail, newRoomCode, PASSWORD, quickStart, registerCompany } from './testing/builders.ts';
import { call } from './testing/call.ts';
import { endpoints, type ListedEndpoint } from './testing/endpoints.ts';
import { startTestApp, type TestApp } from './testing/test-app.ts';

/** Requests of one run of the suite; far more were made to get here. */
const REQUESTS = 1_500;

let node: TestApp;
/** Values that fit, by the name of the field: they lead behind the first check. */
const fitting: Record<string, unknown[]> = {};
const tokens: (string | undefined)[] = [undefined, 'nonsense'];

beforeAll(async () => {
  node = await startTestApp();
  const owner = await registerCompany(node, { plan: 'enterprise' });
  const { id, room_code } = await quickStart(node, owner);
  const { token } = await joinAsCandidate(node, room_code);
  const { id: planId } = await node.ctx.db.selectFrom('plans').select('id').limit(1).executeTakeFirstOrThrow();
  tokens.push(token, owner.token, owner.token, owner.token, owner.token);
  Object.assign(fitting, {
    id: [id, randomUUID()],
    interview_session_id: [id, randomUUID()],
    subscription_plan_id: [planId, randomUUID()],
    room_code: [room_code, newRoomCode()],
    roomCode: [room_code, newRoomCode()],
    name: ['Acme', 'Ärzte 💉', 'e\u0301'],
    candidate_name: ['Ada', '李雷'],
    candidate_email: [newEmail(), null],
    scheduled_at: [new Date(Date.now() + 3_600_000).toISOString(), '2026-02-30T00:00:00Z', '9999-12-31T23:59:60Z'],
    notes: ['Kind.\nExact.', '', null],
    email: [newEmail(), owner.email],
    password: [PASSWORD, ''],
    password_confirmation: [PASSWORD],
    current_password: ['wrong'],
    new_password: [PASSWORD],
    code_content: ['', 'select 1;\r\n', '😀'.repeat(50)],
    base: ['', 'select 1;'],
    update: ['AAA=', 'AQEB', 'AA=='],
    op_id: ['operation-0001'],
    language: ['sql', 'c++'],
    page: ['1', '2', '100000'],
    role: ['interviewer'],
    card: ['works', 'declined'],
    action: ['cancel', 'resume', 'renew', 'use_declined_card', 'use_working_card'],
  });
});
afterAll(() => node.close());

const deep = (depth: number): unknown => (depth === 0 ? 0 : [deep(depth - 1)]);
const nasty = fc.oneof(
  fc.jsonValue(),
  fc.constantFrom('', ' ', '\0', '\ud800', '\udfff\ud800', '\u202e', '%00', '../..', "' or 1=1 --", 'x'.repeat(5_000)),
  fc.constantFrom<unknown>(-1, 0, 1.5, 2 ** 31, 2 ** 53, 1e308, -0, null, true),
  fc.constantFrom<unknown>([], {}, deep(200), { toString: 1 }, randomUUID()),
);

const oftenFitting = (field: string) =>
  fc.integer({ min: 0, max: 99 }).chain((die) => {
    const values = fitting[field];
    return die < 75 && values ? fc.constantFrom(...values) : nasty;
  });

const fields = (names: string[]) =>
  fc.record(Object.fromEntries(names.map((name) => [name, oftenFitting(name)])), { requiredKeys: [] });

const text = (values: Record<string, unknown>) =>
  Object.fromEntries(Object.entries(values).map(([name, value]) => [name, asText(value)]));

const asText = (value: unknown) => (typeof value === 'string' ? value : (JSON.stringify(value) ?? '')).toWellFormed();

const nameOf = ({ method, url }: ListedEndpoint) => `${method} ${url}`;

const requestTo = (endpoint: ListedEndpoint) =>
  fc.record({
    name: fc.constant(nameOf(endpoint)),
    who: fc.nat(6),
    params: fields(['id', 'room_code', 'roomCode']).map(text),
    query: fields(Object.keys(endpoint.schema.querystring?.properties ?? {})).map(text),
    body: fc.oneof(
      { weight: 9, arbitrary: fields(Object.keys(endpoint.schema.body?.properties ?? {})) },
      { weight: 1, arbitrary: nasty },
      { weight: 1, arbitrary: fc.string({ unit: 'binary' }) },
    ),
  });

// What ends the sign-in or the interview would leave nothing to find for the rest.
const repeatable = endpoints.filter(
  ({ url, method }) => url !== '/logout' && !url.includes('/end-by') && method !== 'DELETE',
);

it('no request is answered with a failure of the server’s own', async () => {
  const request = fc.oneof(...repeatable.map(requestTo));
  const isFine = fc.asyncProperty(request, async ({ name, who, ...given }) => {
    const endpoint = repeatable.find((each) => nameOf(each) === name);
    if (!endpoint) throw new Error(`There is no ${name}.`);
    const sent = { ...given, token: tokens[who], body: endpoint.method === 'GET' ? undefined : given.body };
    const { status } = await call(node.app, endpoint, sent);
    return status < 500;
  });

  const outcome = await fc.check(isFine, { numRuns: REQUESTS });

  expect(outcome.failed && fc.defaultReportMessage(outcome)).toBe(false);
}, 120_000);
