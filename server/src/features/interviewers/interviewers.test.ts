import { randomUUID } from 'node:crypto';
import { getAccount, login } from '@cip/contracts/accounts/auth';
import * as interviewers from '@cip/contracts/accounts/interviewers';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { addInterviewer, newEmail, PASSWORD, quickStart, registerCompany, signIn } from '../../testing/builders.ts';
import { call } from '../../testing/http/call.ts';
import { startTestApp, type TestApp } from '../../testing/test-app.ts';

let node: TestApp;
beforeAll(async () => {
  node = await startTestApp();
});
afterAll(() => node.close());

const person = (change: object = {}) => ({ name: 'Ida', email: newEmail(), password: PASSWORD, ...change });
const add = (token: string, body: object) => call(node.app, interviewers.createInterviewer, { token, body });
const list = (token: string, page?: string) =>
  call(node.app, interviewers.listInterviewers, { token, ...(page !== undefined && { query: { page } }) });
const change = (token: string, id: string, body: object) =>
  call(node.app, interviewers.updateInterviewer, { token, params: { id }, body });
const remove = (token: string, id: string) => call(node.app, interviewers.deleteInterviewer, { token, params: { id } });

describe('adding an interviewer', () => {
  it('gives an added interviewer an account', async () => {
    const { token } = await registerCompany(node);
    const body = person({ name: ' Ida ', role: 'interviewer' });

    const { status, reply } = await add(token, body);

    expect(status).toBe(201);
    expect(reply.user).toEqual({ id: reply.user.id, name: 'Ida', email: body.email, role: 'interviewer' });
    const listed = (last_active_at: unknown) => ({
      data: [{ ...reply.user, has_second_factor: false, last_active_at }],
      current_page: 1,
      last_page: 1,
      total: 1,
    });
    expect((await list(token)).reply).toEqual(listed(null));
    await signIn(node, body.email);
    expect((await list(token)).reply).toEqual(listed(expect.stringMatching(/^\d{4}-.*Z$/)));
  });

  it('adds no interviewers beyond the plan’s limit, even for concurrent requests', async () => {
    const { token } = await registerCompany(node, { plan: 'starter' });

    const answers = await Promise.all(Array.from({ length: 10 }, () => add(token, person())));

    expect(answers.filter(({ status }) => status === 201)).toHaveLength(2);
    const refused = answers.filter(({ status }) => status === 409);
    expect(refused).toHaveLength(8);
    expect(refused[0]?.error).toEqual({
      message: 'Your Starter plan includes 2 interviewers. Choose a larger plan to add more.',
      code: 'limit_reached',
    });
    expect((await list(token)).reply.total).toBe(2);
  });

  it('adds no interviewer without a plan', async () => {
    const { token } = await registerCompany(node, { plan: null });

    const { status, error } = await add(token, person());

    expect(status).toBe(402);
    expect(error.code).toBe('plan_required');
  });

  it('refuses an e-mail that is registered in any company', async () => {
    const { token } = await registerCompany(node);
    const other = await registerCompany(node);

    const { status, error } = await add(token, person({ email: other.email.toUpperCase() }));

    expect(status).toBe(422);
    expect(error.errors).toEqual({ email: ['This email is already registered'] });
  });

  it.each([
    [{ name: '' }, 'name', 'Name is required'],
    [{ email: 'ida' }, 'email', 'Invalid email format'],
    [{ password: '12345' }, 'password', 'Password must be at least 6 characters'],
    [{ role: 'owner' }, 'role', 'Role is not one of the allowed values'],
    [{ company_id: randomUUID() }, 'company_id', 'Unknown field'],
  ])('refuses %j', async (wrong, field, message) => {
    const { token } = await registerCompany(node);

    const { status, error } = await add(token, person(wrong));

    expect(status).toBe(422);
    expect(error.errors?.[field]).toContain(message);
  });
});

describe('changing an interviewer', () => {
  it('keeps password and sign-ins if the password is absent or blank', async () => {
    const owner = await registerCompany(node);
    const ida = await addInterviewer(node, owner);
    const email = newEmail();

    const { status, reply } = await change(owner.token, ida.userId, { name: 'Ada', email, password: '' });

    expect(status).toBe(200);
    expect(reply.user).toEqual({ id: ida.userId, name: 'Ada', email, role: 'interviewer' });
    expect((await call(node.app, getAccount, { token: ida.token })).reply.user).toEqual(reply.user);
    await signIn(node, email);
  });

  it('ends all sign-ins of an interviewer with a new password', async () => {
    const owner = await registerCompany(node);
    const ida = await addInterviewer(node, owner);

    await change(owner.token, ida.userId, { name: 'Ida', email: ida.email, password: 'another one' });

    expect((await call(node.app, getAccount, { token: ida.token })).status).toBe(401);
    await signIn(node, ida.email, 'another one');
    expect((await call(node.app, getAccount, { token: owner.token })).status).toBe(200);
  });

  it('leaves other interviewers unchanged', async () => {
    const owner = await registerCompany(node);
    const ida = await addInterviewer(node, owner, 'Ida');
    const ora = await addInterviewer(node, owner, 'Ora');

    const changed = await change(owner.token, ida.userId, { name: 'Ada', email: ida.email, password: 'another one' });
    const removed = await remove(owner.token, ida.userId);

    expect([changed.status, removed.status]).toEqual([200, 200]);
    expect((await call(node.app, getAccount, { token: ora.token })).reply.user).toMatchObject({ name: 'Ora' });
    expect((await list(owner.token)).reply.data).toMatchObject([{ id: ora.userId, name: 'Ora' }]);
  });

  it('refuses a short password and a taken e-mail', async () => {
    const owner = await registerCompany(node);
    const ida = await addInterviewer(node, owner);
    const body = { name: 'Ida', email: ida.email };

    const short = await change(owner.token, ida.userId, { ...body, password: '12345' });
    const taken = await change(owner.token, ida.userId, { ...body, email: owner.email });

    expect(short.error.errors).toEqual({ password: ['Password must be at least 6 characters'] });
    expect(taken.error.errors).toEqual({ email: ['This email is already registered'] });
  });

  it('answers not_found for a change of the owner', async () => {
    const owner = await registerCompany(node);
    const { id } = await node.ctx.db
      .selectFrom('users')
      .select('id')
      .where('email', '=', owner.email)
      .executeTakeFirstOrThrow();

    expect((await change(owner.token, id, person())).status).toBe(404);
    expect((await remove(owner.token, id)).status).toBe(404);
    await signIn(node, owner.email);
  });
});

describe('deleting an interviewer', () => {
  it('ends the sign-ins of a deleted interviewer and leaves the name on interviews', async () => {
    const owner = await registerCompany(node);
    const ida = await addInterviewer(node, owner, 'Ida');
    const interview = await quickStart(node, ida);

    const { status } = await remove(owner.token, ida.userId);

    expect(status).toBe(200);
    expect((await call(node.app, getAccount, { token: ida.token })).status).toBe(401);
    expect((await call(node.app, login, { body: { email: ida.email, password: PASSWORD } })).status).toBe(401);
    expect((await quickStart(node, owner, interview.room_code)).interviewer_name).toBe('Ida');
    expect((await list(owner.token)).reply.data).toEqual([]);
    expect((await remove(owner.token, ida.userId)).status).toBe(404);
  });
});

describe('interviewers of another company', () => {
  it('neither lists nor finds interviewers of another company', async () => {
    const owner = await registerCompany(node);
    const ida = await addInterviewer(node, owner, 'Ida');
    const other = await registerCompany(node);

    const changed = await change(other.token, ida.userId, person());
    const removed = await remove(other.token, ida.userId);
    const unknown = await remove(other.token, randomUUID());

    expect((await list(other.token)).reply).toMatchObject({ data: [], total: 0 });
    expect(changed.status).toBe(404);
    expect(removed.status).toBe(404);
    expect(changed.error).toEqual(unknown.error);
    expect(removed.error).toEqual(unknown.error);
    expect((await list(owner.token)).reply.data).toMatchObject([{ id: ida.userId, name: 'Ida', email: ida.email }]);
    await signIn(node, ida.email);
  });
});

describe('the list', () => {
  it('pages through a large company, in the order of creation', async () => {
    const owner = await registerCompany(node, { plan: 'enterprise' });
    const names = Array.from({ length: 153 }, (_, index) => `Person ${index}`);
    await node.ctx.db
      .insertInto('users')
      .values(
        names.map((name) => ({
          company_id: owner.company.id,
          role: 'interviewer' as const,
          name,
          email: newEmail(),
          password_hash: '',
        })),
      )
      .execute();

    const first = (await list(owner.token)).reply;
    const second = (await list(owner.token, '2')).reply;

    expect(first).toMatchObject({ current_page: 1, last_page: 2, total: 153 });
    expect([...first.data, ...second.data].map(({ name }) => name).toSorted()).toEqual(names.toSorted());
    expect((await list(owner.token, '0')).status).toBe(422);
    expect((await list(owner.token, 'x')).status).toBe(422);
  });
});
