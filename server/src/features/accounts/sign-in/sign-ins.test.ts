import { randomUUID } from 'node:crypto';
import * as auth from '@cip/contracts/accounts/auth';
import { endOtherSignIns, endSignIn, listSignIns } from '@cip/contracts/accounts/auth-sign-ins';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { addInterviewer, PASSWORD, registerCompany, signIn } from '../../../testing/builders.ts';
import { call } from '../../../testing/http/call.ts';
import { startTestApp, type TestApp } from '../../../testing/test-app.ts';
import { deleteExpiredSignIns } from './sign-ins.service.ts';

let node: TestApp;
beforeAll(async () => {
  node = await startTestApp();
});
afterAll(() => node.close());

const statusOf = async (token: string) => (await call(node.app, auth.getAccount, { token })).status;
const listOf = async (token: string) => (await call(node.app, listSignIns, { token })).reply.data;

describe('the list of sign-ins', () => {
  it('shows device, coarse address and times, and marks the current sign-in', async () => {
    const { email } = await registerCompany(node);
    const { reply } = await call(node.app, auth.login, {
      body: { email, password: PASSWORD },
      address: '203.0.113.9',
      headers: { 'user-agent': 'Mozilla/5.0 (Android 16; Mobile; rv:150.0) Gecko/150.0 Firefox/150.0' },
    });

    const list = await listOf(reply.token);

    expect(list).toHaveLength(2);
    const moment = expect.stringMatching(/^\d{4}-.*Z$/);
    expect(list.find(({ current }) => current)).toEqual({
      id: expect.any(String),
      device: 'Firefox on Android',
      address: '203.0.113.x',
      created_at: moment,
      last_used_at: moment,
      current: true,
    });
    expect(list.find(({ current }) => !current)).toMatchObject({ device: 'Unknown device', address: '127.0.0.x' });
  });

  it('lists no expired sign-ins and none of another user', async () => {
    const owner = await registerCompany(node);
    const ida = await addInterviewer(node, owner);
    await node.ctx.db
      .updateTable('auth_sessions')
      .set({ expires_at: '2020-01-01T00:00:00Z' })
      .where('user_id', '=', ida.userId)
      .execute();
    const { token } = await signIn(node, ida.email);

    expect(await listOf(token)).toHaveLength(1);
    expect(await listOf(owner.token)).toHaveLength(1);
  });

  it('records the last use of a sign-in, once an hour at most', async () => {
    const { token } = await registerCompany(node);
    const [{ id } = { id: '' }] = await listOf(token);
    const used = (moment: string) =>
      node.ctx.db.updateTable('auth_sessions').set({ last_used_at: moment }).where('id', '=', id).execute();
    const lastUsed = async () => (await listOf(token))[0]?.last_used_at ?? '';

    const ago = (minutes: number) => new Date(Date.now() - minutes * 60_000).toISOString();
    const withinTheHour = ago(59);
    await used(withinTheHour);
    expect(await lastUsed()).toBe(withinTheHour);

    await used(ago(61));
    expect(Date.now() - Date.parse(await lastUsed())).toBeLessThan(60_000);
  });
});

describe('an unused sign-in', () => {
  const DAY_MS = 86_400_000;
  const idle = (token: string, ms: number) =>
    node.ctx.db
      .updateTable('auth_sessions')
      .set({ last_used_at: new Date(Date.now() - ms).toISOString() })
      .where('id', '=', idOf(token))
      .execute();
  const idOf = (token: string) => node.app.jwt.decode<{ jti: string }>(token)?.jti ?? '';

  it('ends an unused sign-in after 14 days, and continues a used one', async () => {
    const { token, email } = await registerCompany(node);
    const other = await signIn(node, email);
    await idle(token, 14 * DAY_MS + 60_000);
    await idle(other.token, 14 * DAY_MS - 60_000);

    expect([await statusOf(token), await statusOf(other.token)]).toEqual([401, 200]);

    // Its row is deleted like that of an expired sign-in.
    expect(await listOf(other.token)).toHaveLength(1);
    await deleteExpiredSignIns(node.ctx);
    const rows = await node.ctx.db.selectFrom('auth_sessions').select('id').execute();
    expect(rows.map(({ id }) => id)).toContain(idOf(other.token));
    expect(rows.map(({ id }) => id)).not.toContain(idOf(token));
  });

  it('writes no update for a use within the hour', async () => {
    const { token } = await registerCompany(node);
    // Every update changes a row's `xmin`.
    const row = () =>
      node.ctx.db
        .selectFrom('auth_sessions')
        .select(sql<string>`xmin::text`.as('version'))
        .where('id', '=', idOf(token))
        .executeTakeFirst();
    const before = await row();

    for (let calls = 0; calls < 5; calls++) expect(await statusOf(token)).toBe(200);
    expect(await row()).toEqual(before);

    await idle(token, 2 * 3_600_000);
    await statusOf(token);
    const written = await row();
    expect(written).not.toEqual(before);
    for (let calls = 0; calls < 5; calls++) await statusOf(token);
    expect(await row()).toEqual(written);
  });
});

describe('a sign-in', () => {
  it('ends a sign-in from another device immediately', async () => {
    const first = await registerCompany(node);
    const second = await signIn(node, first.email);
    const other = (await listOf(second.token)).find(({ current }) => !current);

    const { status } = await call(node.app, endSignIn, { token: second.token, params: { id: other?.id ?? '' } });

    expect(status).toBe(200);
    expect(await statusOf(first.token)).toBe(401);
    expect(await statusOf(second.token)).toBe(200);
  });

  it('answers not_found for another user’s sign-in, as if it did not exist', async () => {
    const owner = await registerCompany(node);
    const ida = await addInterviewer(node, owner);
    const stranger = await registerCompany(node);
    const [{ id } = { id: '' }] = await listOf(ida.token);

    for (const token of [owner.token, stranger.token])
      for (const wanted of [id, randomUUID(), 'nonsense']) {
        const { status, error } = await call(node.app, endSignIn, { token, params: { id: wanted } });
        expect(status).toBe(404);
        expect(error).toEqual({ message: 'Sign-in not found', code: 'not_found' });
      }
    expect(await statusOf(ida.token)).toBe(200);
  });
});

it('ends all sign-ins but the current one, and none of another user', async () => {
  const first = await registerCompany(node);
  const ida = await addInterviewer(node, first);
  const [second, third] = [await signIn(node, first.email), await signIn(node, first.email)];

  await call(node.app, endOtherSignIns, { token: third.token });

  expect(await statusOf(first.token)).toBe(401);
  expect(await statusOf(second.token)).toBe(401);
  expect(await statusOf(third.token)).toBe(200);
  expect(await statusOf(ida.token)).toBe(200);
});

it('refuses to end sign-ins without a recent sign-in', async () => {
  const first = await registerCompany(node);
  const { token } = await signIn(node, first.email);
  const other = (await listOf(token)).find(({ current }) => !current);
  await node.ctx.db
    .updateTable('auth_sessions')
    .set({ authenticated_at: sql<string>`now() - interval '16 minutes'` })
    .where('user_id', 'in', node.ctx.db.selectFrom('users').select('id').where('email', '=', first.email))
    .execute();

  const one = await call(node.app, endSignIn, { token, params: { id: other?.id ?? '' } });
  const all = await call(node.app, endOtherSignIns, { token });

  for (const { status, error } of [one, all]) expect([status, error.code]).toEqual([403, 'reauthenticate']);
  expect(await statusOf(first.token)).toBe(200);
});
