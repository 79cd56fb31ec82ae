import type { AuditAction } from '@cip/contracts/accounts/audit';
import { createCalendarFeed } from '@cip/contracts/interviews/calendar-feeds';
import { login } from '@cip/contracts/accounts/auth';
import * as factor from '@cip/contracts/accounts/auth-second-factor';
import { Secret, TOTP } from 'otpauth';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { issueLinkToken } from './features/accounts/records/account-links.service.ts';
import { insertLink } from './features/accounts/records/email-links.repository.ts';
import { addUndoLink } from './features/accounts/emails/email-undo.service.ts';
import { createResetLink } from './features/accounts/passwords/password-reset.service.ts';
import { newEmail, newRoomCode, PASSWORD, signIn } from './testing/builders.ts';
import { call } from './testing/http/call.ts';
import { makeObject, objectOf } from './testing/access/objects.ts';
import { sampleOf } from './testing/access/sample.ts';
import { sampleRequest } from './testing/access/sample-request.ts';
import { makeTenant, type Tenant } from './testing/access/tenant.ts';
import { endpointName, endpoints } from './testing/http/endpoints.ts';
import type { SampleValues } from './testing/sample.ts';
import { SINGLE_SIGN_ON } from './testing/identity-provider/settings.ts';
import { startTestApp, type TestApp } from './testing/test-app.ts';

/** The audit entry of each endpoint that writes. */
const RECORDED: Record<string, AuditAction> = {
  'DELETE /api-keys/:id': 'settings.api_key_revoked',
  'DELETE /calendar-feed': 'account.calendar_feed_removed',
  'DELETE /interview-sessions/:id': 'interview.deleted',
  'DELETE /interview-sessions/:id/review-links/:link_id': 'interview.review_link_revoked',
  'DELETE /interview-templates/:id': 'question.template_deleted',
  'DELETE /question-library': 'question.library_removed',
  'DELETE /questions/:id': 'question.deleted',
  'DELETE /user/sign-ins/:id': 'account.sign_in_revoked',
  'DELETE /webhooks/:id': 'settings.webhook_deleted',
  'DELETE /users/:id': 'interviewer.removed',
  'DELETE /users/:id/second-factor': 'interviewer.second_factor_removed',
  'PATCH /interview-sessions/:id': 'interview.changed',
  'PATCH /interview-sessions/:id/plan': 'interview.rescheduled',
  'POST /api-keys': 'settings.api_key_created',
  'POST /calendar-feed': 'account.calendar_feed_created',
  'POST /interview-sessions': 'interview.scheduled',
  'POST /interview-sessions/:id/admit': 'interview.candidate_admitted',
  'POST /interview-sessions/:id/cancel': 'interview.cancelled',
  'POST /interview-sessions/:id/closed-stretches': 'interview.stretch_closed',
  'POST /interview-sessions/:id/review-links': 'interview.review_link_created',
  'POST /interview-sessions/:id/start': 'interview.started',
  'POST /interview-sessions/end-by-room/:room_code': 'interview.ended',
  'POST /interview-sessions/:id/scorecard/submit': 'interview.scorecard_submitted',
  'PUT /interview-sessions/:id/decision': 'interview.decided',
  'POST /interview-sessions/quick-start': 'interview.started',
  'POST /interview-templates': 'question.template_added',
  'POST /login': 'account.signed_in',
  'POST /login/second-factor': 'account.signed_in',
  'POST /logout': 'account.signed_out',
  'POST /public/session/:roomCode/decline': 'interview.declined',
  'POST /public/review': 'interview.review_link_opened',
  'POST /question-archive': 'question.imported',
  'POST /question-library': 'question.library_added',
  'POST /questions': 'question.added',
  'POST /questions/:id/archive': 'question.archived',
  'POST /questions/:id/restore': 'question.restored',
  'POST /register': 'account.registered',
  'POST /reset-password': 'account.password_reset',
  'POST /undo-email-change': 'account.email_change_undone',
  'POST /subscriptions/subscribe': 'plan.changed',
  'POST /user/second-factor/confirm': 'account.two_factor_enabled',
  'POST /user/second-factor/disable': 'account.two_factor_disabled',
  'POST /user/second-factor/recovery-codes': 'account.recovery_codes_renewed',
  'POST /user/sign-ins/end-others': 'account.sign_in_revoked',
  'POST /users': 'interviewer.added',
  'PUT /company/notifications': 'settings.notifications_changed',
  'PUT /company/password': 'account.password_changed',
  'PUT /company/profile': 'settings.profile_changed',
  'POST /webhooks': 'settings.webhook_created',
  'POST /webhooks/:id/deliveries/:delivery_id/redeliver': 'settings.webhook_redelivered',
  'POST /webhooks/:id/enable': 'settings.webhook_enabled',
  'POST /webhooks/:id/secret': 'settings.webhook_secret_replaced',
  'POST /verify-email': 'account.email_verified',
  'PUT /company/single-sign-on': 'settings.domain_opened',
  'PUT /company/security': 'settings.second_factor_required',
  'PUT /company/visibility': 'settings.visibility_changed',
  'PUT /company/retention': 'settings.retention_changed',
  'PUT /interview-templates/:id': 'question.template_changed',
  'PUT /questions/:id': 'question.changed',
  'PUT /users/:id': 'interviewer.changed',
};

const PAID = 'Changes of the plan are recorded with the event of the payment provider.';

/** The reason why each other endpoint records nothing. */
const NOT_RECORDED: Record<string, string> = {
  'DELETE /company': 'The log is deleted with its company.',
  'POST /code-editor-data': 'Edits have their own log.',
  'POST /csp-reports': 'It changes nothing.',
  'POST /forgot-password':
    'It is recorded when its e-mail is written, so that the reply does not reveal whether the account exists.',
  'POST /public/session/:roomCode/join': 'Candidates are stored with the interview.',
  'POST /stripe/checkout': 'It changes nothing until it is paid.',
  'POST /stripe/checkout/confirm': PAID,
  'POST /stripe/portal': 'It only opens the payment provider’s portal.',
  'PUT /interview-sessions/:id/scorecard': 'A draft is its author’s alone; submitting it is recorded.',
  'POST /single-sign-on/finish': 'Its own test looks at its entries: it needs a provider.',
  'POST /single-sign-on/logout': 'Likewise.',
  'POST /single-sign-on/start': 'It changes nothing.',
  'POST /stripe/webhook': PAID,
  'POST /subscriptions/cancel': PAID,
  'POST /subscriptions/resume': 'The plan continues unchanged.',
  'POST /test-payments/checkouts/:id': PAID,
  'POST /test-payments/portal': PAID,
  'POST /company/test-mail': 'It changes nothing.',
  'POST /user/reauthenticate': 'It does not change the account.',
  'POST /user/verification-mail': 'It is recorded when the e-mail is verified.',
  'POST /user/second-factor': 'Its confirmation is recorded.',
};

let node: TestApp;
beforeAll(async () => {
  node = await startTestApp({ env: SINGLE_SIGN_ON });
});
afterAll(() => node.close());

const writing = endpoints.filter(({ method }) => method !== 'GET');

it('lists the audit entry of every endpoint that writes, or a reason for none', () => {
  expect(writing.map(endpointName).toSorted()).toEqual(
    [...Object.keys(RECORDED), ...Object.keys(NOT_RECORDED)].toSorted(),
  );
});

const recorded = writing
  .map((endpoint): [string, (typeof writing)[number]] => [endpointName(endpoint), endpoint])
  .filter(([name]) => name in RECORDED);
for (const { tags, cases } of sampleOf(recorded, 4))
  it.each(cases)('records the entry of %s', { tags }, recordsItsEntry);

async function recordsItsEntry(name: string, endpoint: (typeof writing)[number]): Promise<void> {
  const ours = await makeTenant(node, 'Ours');
  const { names } = await makeObject(node, objectOf(endpoint), 'ours', { ours, theirs: ours });
  const fitting = { ...names, days: 30, ...(await PREPARATIONS[name]?.(ours)) };
  const before = await lastEntry();

  const request = await sampleRequest(node, endpoint, fitting, ours.owner.email);
  const { status } = await call(node.app, endpoint, { token: ours.owner.token, ...request });

  expect(status).toBeLessThan(300);
  expect(await actionsAfter(before)).toEqual([RECORDED[name]]);
}

/** Request values that a sample cannot provide. */
const PREPARATIONS: Record<string, (tenant: Tenant) => Promise<SampleValues>> = {
  async 'DELETE /calendar-feed'({ owner: { token } }) {
    await call(node.app, createCalendarFeed, { token });
    return {};
  },
  'PATCH /interview-sessions/:id/plan': async () => ({ revision: 0, minutes: 30 }),
  'POST /interview-sessions': async () => ({ room_code: newRoomCode() }),
  'POST /interview-sessions/quick-start': async () => ({ room_code: newRoomCode() }),
  async 'POST /login/second-factor'(tenant) {
    const [code] = await switchOn(tenant);
    const body = { email: tenant.owner.email, password: PASSWORD };
    return { code, challenge: (await call(node.app, login, { body })).error.challenge };
  },
  async 'POST /reset-password'({ owner }) {
    const user = await findOwnerRow(owner.email);
    const token = await node.ctx.db.transaction().execute((trx) => createResetLink(trx, user));
    return { token };
  },
  async 'POST /verify-email'({ owner }) {
    const { id: userId, email } = await findOwnerRow(owner.email);
    const link = { userId, email, kind: 'verify' as const, wasVerified: false, lastsSeconds: 60 };
    const id = await node.ctx.db.transaction().execute((trx) => insertLink(trx, link));
    return { token: (await issueLinkToken(node.ctx.db, id))?.token };
  },
  'PUT /company/security': async () => ({ requires_second_factor: true }),
  async 'POST /undo-email-change'({ owner }) {
    const { id: userId } = await findOwnerRow(owner.email);
    const link = { userId, email: newEmail(), wasVerified: true };
    const id = await node.ctx.db.transaction().execute((trx) => addUndoLink(trx, link));
    return { token: (await issueLinkToken(node.ctx.db, id))?.token };
  },
  'POST /user/second-factor/confirm': begin,
  async 'POST /user/second-factor/disable'(tenant) {
    const [code] = await switchOn(tenant);
    return { code };
  },
  async 'POST /user/second-factor/recovery-codes'(tenant) {
    const [code] = await switchOn(tenant);
    return { code };
  },
  async 'POST /user/sign-ins/end-others'({ owner }) {
    await signIn(node, owner.email);
    return {};
  },
};

function findOwnerRow(email: string) {
  return node.ctx.db.selectFrom('users').selectAll().where('email', '=', email).executeTakeFirstOrThrow();
}

async function begin({ owner: { token } }: Tenant): Promise<{ code: string }> {
  const { secret } = (await call(node.app, factor.beginSecondFactor, { token, body: { password: PASSWORD } })).reply;
  return { code: TOTP.generate({ secret: Secret.fromBase32(secret) }) };
}

async function switchOn(tenant: Tenant): Promise<string[]> {
  const body = await begin(tenant);
  const { token } = tenant.owner;
  return (await call(node.app, factor.confirmSecondFactor, { token, body })).reply.recovery_codes;
}

async function lastEntry(): Promise<number> {
  const query = node.ctx.db.selectFrom('audit_log').select('id').orderBy('id', 'desc').limit(1);
  return (await query.executeTakeFirstOrThrow()).id;
}

async function actionsAfter(id: number): Promise<AuditAction[]> {
  const query = node.ctx.db.selectFrom('audit_log').select('action').where('id', '>', id).orderBy('id');
  return (await query.execute()).map(({ action }) => action);
}
