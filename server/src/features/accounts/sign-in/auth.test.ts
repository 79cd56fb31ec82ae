import * as auth from '@cip/contracts/accounts/auth';
import { listInterviews } from '@cip/contracts/interviews/interviews';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  addInterviewer,
  joinAsCandidate,
  newEmail,
  PASSWORD,
  quickStart,
  registerCompany,
} from '../../../testing/builders.ts';
import { call } from '../../../testing/http/call.ts';
import { startTestApp, type TestApp } from '../../../testing/test-app.ts';

let node: TestApp;
beforeAll(async () => {
  node = await startTestApp();
});
afterAll(() => node.close());

const registration = (change: object = {}) => ({
  name: 'Acme',
  email: newEmail(),
  password: PASSWORD,
  password_confirmation: PASSWORD,
  ...change,
});

async function deleteExpiredSignIns(companyId: string): Promise<void> {
  await node.ctx.db
    .updateTable('auth_sessions')
    .set({ expires_at: '2020-01-01T00:00:00Z' })
    .from('users')
    .whereRef('users.id', '=', 'auth_sessions.user_id')
    .where('users.company_id', '=', companyId)
    .execute();
}

describe('register', () => {
  it('returns the company without a subscription, and a valid token', async () => {
    const body = registration({ name: '  Acme Cafe\u0301 ', phone: ' +1 555 ', address: 'Main St 1\nTown' });
    const { status, reply } = await call(node.app, auth.register, { body });

    expect(status).toBe(201);
    expect(reply.company).toMatchObject({
      name: 'Acme Café',
      email: body.email,
      phone: '+1 555',
      address: 'Main St 1\nTown',
      subscription_status: 'inactive',
      subscription_ends_at: null,
      plan: null,
      notification_preferences: { emailNotifications: true, sessionReminders: true, weeklyReports: false },
    });
    const account = await call(node.app, auth.getAccount, { token: reply.token });
    expect(account.reply).toEqual({ company: reply.company });
  });

  it('treats blank optional fields as absent', async () => {
    const { reply } = await call(node.app, auth.register, { body: registration({ phone: ' ', address: null }) });

    expect(reply.company).toMatchObject({ phone: null, address: null });
  });

  it('refuses a registered e-mail in any case', async () => {
    const body = registration();
    await call(node.app, auth.register, { body });

    const { status, error } = await call(node.app, auth.register, {
      body: { ...body, email: body.email.toUpperCase() },
    });

    expect(status).toBe(422);
    expect(error.errors).toEqual({ email: ['This email is already registered'] });
    expect(error.message).toBe('This email is already registered');
  });

  it('registers an e-mail once for concurrent requests', async () => {
    const body = registration();
    const answers = await Promise.all(Array.from({ length: 8 }, () => call(node.app, auth.register, { body })));

    expect(answers.filter(({ status }) => status === 201)).toHaveLength(1);
    expect(answers.filter(({ status }) => status === 422)).toHaveLength(7);
    const { count } = await node.ctx.db
      .selectFrom('companies')
      .select((eb) => eb.fn.countAll<number>().as('count'))
      .where('email', '=', body.email)
      .executeTakeFirstOrThrow();
    expect(count).toBe(1);
  });

  it.each([
    [{ password_confirmation: 'another' }, 'password_confirmation', 'Passwords do not match'],
    [{ password: '12345', password_confirmation: '12345' }, 'password', 'Password must be at least 6 characters'],
    [{ name: undefined }, 'name', 'Name is required'],
    [{ email: 'nobody' }, 'email', 'Invalid email format'],
    [{ role: 'owner' }, 'role', 'Unknown field'],
  ])('refuses %j', async (change, field, message) => {
    const { status, error } = await call(node.app, auth.register, { body: registration(change) });

    expect(status).toBe(422);
    expect(error.code).toBe('invalid');
    expect(error.errors).toEqual({ [field]: [message] });
  });

  it.each(['   ', '\u200b', '\0', 'a\nb', 'a\u2028b', 'a\u202eb', 'a\u061cb', '\ud800', 'x'.repeat(81)])(
    'refuses the name %j',
    async (name) => {
      const { status, error } = await call(node.app, auth.register, { body: registration({ name }) });

      expect(status).toBe(422);
      expect(Object.keys(error.errors ?? {})).toEqual(['name']);
    },
  );
});

describe('login', () => {
  it('signs the owner in without a user, with the e-mail in any case', async () => {
    const { company, email } = await registerCompany(node);

    const body = { email: email.toUpperCase(), password: PASSWORD };
    const { status, reply } = await call(node.app, auth.login, { body });

    expect(status).toBe(200);
    expect(reply.company.id).toBe(company.id);
    expect(reply.company.plan?.name).toBe('Starter');
    expect(reply).not.toHaveProperty('user');
  });

  it('signs an interviewer in under their own name', async () => {
    const owner = await registerCompany(node);
    const interviewer = await addInterviewer(node, owner, 'Ida');

    const { reply } = await call(node.app, auth.getAccount, { token: interviewer.token });

    expect(reply.company.id).toBe(owner.company.id);
    expect(reply.user).toEqual({ id: interviewer.userId, name: 'Ida', email: interviewer.email, role: 'interviewer' });
  });

  it('deletes expired sign-ins', async () => {
    const { email, company } = await registerCompany(node);
    await deleteExpiredSignIns(company.id);

    await call(node.app, auth.login, { body: { email, password: PASSWORD } });

    const left = await node.ctx.db
      .selectFrom('auth_sessions')
      .innerJoin('users', 'users.id', 'auth_sessions.user_id')
      .select('auth_sessions.id')
      .where('users.company_id', '=', company.id)
      .execute();
    expect(left).toHaveLength(1);
  });

  it('returns the same error for an unknown e-mail and a wrong password', async () => {
    const { email } = await registerCompany(node);

    const unknown = await call(node.app, auth.login, { body: { email: newEmail(), password: PASSWORD } });
    const wrong = await call(node.app, auth.login, { body: { email, password: 'wrong' } });

    expect(unknown.status).toBe(401);
    expect(wrong.status).toBe(401);
    expect(unknown.error).toEqual({ message: 'Invalid email or password', code: 'unauthenticated' });
    expect(wrong.error).toEqual(unknown.error);
  });
});

describe('logout', () => {
  it('ends only this sign-in', async () => {
    const { token, email } = await registerCompany(node);
    const other = await call(node.app, auth.login, { body: { email, password: PASSWORD } });

    expect((await call(node.app, auth.logout, { token })).status).toBe(200);

    expect((await call(node.app, auth.getAccount, { token })).status).toBe(401);
    expect((await call(node.app, auth.getAccount, { token: other.reply.token })).status).toBe(200);
  });

  it('accepts a JSON content type without a body', async () => {
    const { token } = await registerCompany(node);

    const { status } = await call(node.app, auth.logout, { token, headers: { 'content-type': 'application/json' } });

    expect(status).toBe(200);
  });
});

describe('a bearer token', () => {
  it.each(['', 'nonsense', 'a.b.c', `eyJhbGciOiJub25lIn0.eyJhdWQiOiJhY2NvdW50In0.`])(
    'refuses the bearer token %j',
    async (token) => {
      const { status, error } = await call(node.app, listInterviews, { token });

      expect(status).toBe(401);
      expect(error.code).toBe('unauthenticated');
    },
  );

  it('refuses a bearer token if its sign-in has expired', async () => {
    const { token, company } = await registerCompany(node);
    await deleteExpiredSignIns(company.id);

    expect((await call(node.app, auth.getAccount, { token })).status).toBe(401);
  });

  it('refuses a candidate’s token at the company’s endpoints', async () => {
    const owner = await registerCompany(node);
    const { room_code } = await quickStart(node, owner);
    const { token } = await joinAsCandidate(node, room_code);

    expect((await call(node.app, auth.getAccount, { token })).status).toBe(401);
  });
});

describe('a token whose sign-in has ended', () => {
  it('tells an ended sign-in whether its user was deleted', async () => {
    const owner = await registerCompany(node);
    const member = await addInterviewer(node, owner);
    await call(node.app, auth.logout, { token: owner.token });
    expect((await call(node.app, auth.getAccount, { token: owner.token })).error).toEqual({
      message: 'Please sign in.',
      code: 'unauthenticated',
    });
    await node.ctx.db.deleteFrom('users').where('email', '=', member.email).execute();
    const { status, error } = await call(node.app, auth.getAccount, { token: member.token });
    expect(status).toBe(401);
    expect(error).toEqual({ message: auth.ACCOUNT_DELETED_MESSAGE, code: 'unauthenticated' });
  });
});
