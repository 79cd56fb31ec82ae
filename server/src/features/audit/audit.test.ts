import { listAudit, type AuditGroup } from '@cip/contracts/accounts/audit';
import { login, logout } from '@cip/contracts/accounts/auth';
import { endOtherSignIns } from '@cip/contracts/accounts/auth-sign-ins';
import { changePassword, updateCompanyProfile, updateNotificationPreferences } from '@cip/contracts/accounts/company';
import { deleteInterviewer, updateInterviewer } from '@cip/contracts/accounts/interviewers';
import { changeInterview, deleteInterview } from '@cip/contracts/interviews/interviews';
import { cancelInterview } from '@cip/contracts/interviews/planning';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  addInterviewer,
  endInterview,
  PASSWORD,
  quickStart,
  registerCompany,
  scheduleInterview,
  signIn,
  type SignedIn,
} from '../../testing/builders.ts';
import { call } from '../../testing/http/call.ts';
import { candidateOf, startLiveRoom } from '../../testing/sockets/live-room.ts';
import { PlainClient } from '../../testing/sockets/plain-client.ts';
import { startTestApp, type TestApp } from '../../testing/test-app.ts';
import { recordAudit, recordFailedSignIn } from './audit.service.ts';

let node: TestApp;
beforeAll(async () => {
  node = await startTestApp({ listen: true });
});
afterAll(() => node.close());

async function logOf({ token }: Pick<SignedIn, 'token'>, query: { page?: string; group?: AuditGroup } = {}) {
  return (await call(node.app, listAudit, { token, query })).reply;
}

async function actionsOf(owner: SignedIn) {
  return (await logOf(owner, { group: 'interview' })).data.map(({ action }) => action);
}

describe('the audit log', () => {
  it('shows who started, ended and deleted an interview, newest first', async () => {
    const owner = await registerCompany(node, { plan: 'enterprise', name: 'Acme' });
    const ida = await addInterviewer(node, owner, 'Ida');
    const { id, room_code } = await quickStart(node, ida);
    await endInterview(node, owner, room_code);
    await call(node.app, deleteInterview, { token: owner.token, params: { id } });

    const { data } = await logOf(owner, { group: 'interview' });

    expect(data.map(({ action, actor_name, details }) => [action, actor_name, details])).toEqual([
      ['interview.deleted', 'Acme', { room_code }],
      ['interview.ended', 'Acme', { room_code }],
      ['interview.started', 'Ida', { room_code }],
    ]);
    expect(data[0]).toMatchObject({ actor: 'user', subject_name: null });
  });

  it('shows a repeated action once', async () => {
    const owner = await registerCompany(node);
    const { room_code } = await quickStart(node, owner);
    await quickStart(node, owner, room_code);
    await endInterview(node, owner, room_code);
    await endInterview(node, owner, room_code);
    const planned = await scheduleInterview(node, owner);
    for (const _ of [1, 2]) await call(node.app, cancelInterview, { token: owner.token, params: { id: planned.id } });

    expect(await actionsOf(owner)).toEqual([
      'interview.cancelled',
      'interview.scheduled',
      'interview.ended',
      'interview.started',
    ]);
  });

  it('shows the changed fields of a candidate, without values', async () => {
    const owner = await registerCompany(node, { name: 'Acme' });
    const { id, room_code } = await scheduleInterview(node, owner);
    const change = (body: object) => call(node.app, changeInterview, { token: owner.token, params: { id }, body });
    const values = { candidate_name: 'Canary Candidate', candidate_email: 'canary@example.com', notes: 'A canary.' };

    for (const body of [{ candidate_email: values.candidate_email }, values, values, {}])
      expect((await change(body)).status).toBe(200);

    const reply = await logOf(owner, { group: 'interview' });
    expect(reply.data.map(({ action, actor_name, details }) => [action, actor_name, details])).toEqual([
      ['interview.changed', 'Acme', { room_code, fields: ['name', 'notes'] }],
      ['interview.changed', 'Acme', { room_code, fields: ['email'] }],
      ['interview.scheduled', 'Acme', { room_code }],
    ]);
    expect(JSON.stringify(reply)).not.toMatch(/canary/i);
  });

  it('shows a removal from the room, without the candidate’s name', async () => {
    const room = await startLiveRoom(node);
    const candidate = await PlainClient.join(node.url, await candidateOf(node, room.roomCode, 'Canary Candidate'));
    const interviewer = await PlainClient.join(node.url, room.interviewer);
    const { id } = await node.ctx.db
      .selectFrom('candidates')
      .select('id')
      .where('name', '=', 'Canary Candidate')
      .executeTakeFirstOrThrow();

    await interviewer.emit('participant:remove', { participantId: id });

    const reply = await logOf(room.owner);
    expect(reply.data[0]).toMatchObject({
      action: 'interview.participant_removed',
      actor_name: 'Acme',
      details: { room_code: room.roomCode },
    });
    expect(JSON.stringify(reply)).not.toContain('Canary');
    candidate.close();
    interviewer.close();
  });

  it('shows only the company’s entries, and only to its owner', async () => {
    const owner = await registerCompany(node);
    const other = await registerCompany(node);
    await quickStart(node, owner);
    const ida = await addInterviewer(node, owner);

    expect(await actionsOf(other)).toEqual([]);
    expect((await call(node.app, listAudit, { token: ida.token })).status).toBe(403);
    expect((await call(node.app, listAudit)).status).toBe(401);
  });

  it('never shows a name of another company, even by a foreign id', async () => {
    const owner = await registerCompany(node);
    const stranger = await addInterviewer(node, await registerCompany(node), 'Stranger');
    await node.ctx.db.transaction().execute((trx) =>
      recordAudit(trx, {
        companyId: owner.company.id,
        action: 'interviewer.changed',
        by: { userId: stranger.userId },
        subjectId: stranger.userId,
      }),
    );

    const { data } = await logOf(owner, { group: 'interviewer' });

    expect(data).toMatchObject([{ actor_name: null, subject_name: null }]);
  });

  it.each([[{ page: '0' }], [{ page: 'x' }], [{ group: 'other' }], [{ company: 'x' }]])('refuses %j', async (query) => {
    const owner = await registerCompany(node);

    expect((await call(node.app, listAudit, { token: owner.token, query: { ...query } })).status).toBe(422);
  });

  it('shows entries in pages', async () => {
    const owner = await registerCompany(node);
    const companyId = owner.company.id;
    await node.ctx.db.transaction().execute(async (trx) => {
      for (let days = 1; days <= 20; days++)
        await recordAudit(trx, { companyId, action: 'settings.retention_changed', by: 'product', details: { days } });
    });

    const first = await logOf(owner, { group: 'settings' });
    const second = await logOf(owner, { group: 'settings', page: '2' });

    expect(first).toMatchObject({ current_page: 1, last_page: 2, total: 20 });
    const days = [...first.data, ...second.data].map(({ details }) => details.days);
    expect(days).toEqual(Array.from({ length: 20 }, (_, index) => 20 - index));
  });
});

it('records changes of accounts, interviewers and settings, without values', async () => {
  const owner = await registerCompany(node, { name: 'Acme' });
  const { token, email } = owner;
  const ida = await addInterviewer(node, owner, 'Ida');
  const params = { id: ida.userId };
  const secret = 'another secret 1';
  await call(node.app, updateInterviewer, {
    token,
    params,
    body: { name: 'Ida B', email: ida.email, password: secret },
  });
  await call(node.app, deleteInterviewer, { token, params });
  await call(node.app, updateCompanyProfile, { token, body: { name: 'Acme', email, phone: '555-0100' } });
  const preferences = { emailNotifications: false, sessionReminders: true, weeklyReports: true };
  await call(node.app, updateNotificationPreferences, { token, body: preferences });
  await call(node.app, changePassword, { token, body: { current_password: PASSWORD, new_password: secret } });
  const other = await signIn(node, email, secret);
  await call(node.app, endOtherSignIns, { token });
  expect((await call(node.app, logout, { token: other.token })).status).toBe(401);
  await call(node.app, login, { body: { email, password: 'a wrong guess' } });
  while ((await logOf(owner)).total < 11) await new Promise((resolve) => setTimeout(resolve, 10));

  const { data } = await logOf(owner);

  expect(data.map(({ action, actor_name, details }) => [action, actor_name, details])).toEqual([
    ['account.sign_in_failed', 'Acme', { count: 1 }],
    ['account.sign_in_revoked', 'Acme', { count: 1 }],
    ['account.signed_in', 'Acme', {}],
    ['account.password_changed', 'Acme', {}],
    ['settings.notifications_changed', 'Acme', {}],
    ['settings.profile_changed', 'Acme', { fields: ['phone'] }],
    ['interviewer.removed', 'Acme', {}],
    ['interviewer.changed', 'Acme', { fields: ['name', 'password'] }],
    ['account.signed_in', null, {}],
    ['interviewer.added', 'Acme', { role: 'interviewer' }],
    ['account.registered', 'Acme', {}],
  ]);
  for (const value of ['Ida', '555-0100', secret, 'a wrong guess', PASSWORD, email])
    expect(JSON.stringify(data)).not.toContain(value);
});

it('rolls an entry back with its action', async () => {
  const owner = await registerCompany(node);
  const companyId = owner.company.id;

  const failing = node.ctx.db.transaction().execute(async (trx) => {
    await recordAudit(trx, { companyId, action: 'interview.started', by: 'product' });
    throw new Error('rolled back');
  });

  await expect(failing).rejects.toThrow('rolled back');
  expect(await actionsOf(owner)).toEqual([]);
});

it('counts failed sign-ins of an hour in one entry', async () => {
  const owner = await registerCompany(node);
  const user = await node.ctx.db
    .selectFrom('users')
    .select(['id as userId', 'company_id as companyId'])
    .where('email', '=', owner.email)
    .executeTakeFirstOrThrow();

  for (let failure = 1; failure <= 3; failure++) {
    recordFailedSignIn(node.ctx, user);
    let count: number | undefined;
    while (count !== failure) {
      const { data } = await logOf(owner, { group: 'account' });
      const failures = data.filter(({ action }) => action === 'account.sign_in_failed');
      expect(failures.length).toBeLessThanOrEqual(1);
      count = failures[0]?.details.count;
    }
  }
});
