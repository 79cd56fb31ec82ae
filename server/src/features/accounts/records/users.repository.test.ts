import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { addInterviewer, registerCompany, type SignedIn } from '../../../testing/builders.ts';
import { startTestApp, type TestApp } from '../../../testing/test-app.ts';
import * as interviewers from '../../interviewers/interviewers.repository.ts';
import * as users from './users.repository.ts';
import * as credentials from './credentials.repository.ts';

// Each function with one company's user and another company's id: it must not find or change the user.
let node: TestApp;
let other: SignedIn;
let ida: SignedIn & { userId: string };
beforeAll(async () => {
  node = await startTestApp();
  other = await registerCompany(node);
});
beforeEach(async () => {
  ida = await addInterviewer(node, await registerCompany(node), 'Ida');
});
afterAll(() => node.close());

const row = () => node.ctx.db.selectFrom('users').selectAll().where('id', '=', ida.userId).executeTakeFirstOrThrow();
const inTransaction: TestApp['ctx']['db']['transaction'] = () => node.ctx.db.transaction();

it('finds no user of another company', async () => {
  const { db } = node.ctx;
  const { id } = other.company;

  expect(await users.findUser(db, id, ida.userId)).toBeUndefined();
  expect(await credentials.findPassword(db, id, ida.userId)).toBeUndefined();
  expect(await inTransaction().execute((trx) => interviewers.lockInterviewer(trx, id, ida.userId))).toBeUndefined();
  expect(await users.findUser(db, ida.company.id, ida.userId)).toMatchObject({ name: 'Ida' });
});

it('changes no user of another company', async () => {
  const before = await row();
  const { id } = other.company;
  const passwords = { from: before.password_hash, to: 'stolen' };
  const change = {
    name: 'Stolen',
    email: 'stolen@example.com',
    role: 'admin' as const,
    passwordHash: 'stolen',
    isEmailVerified: true,
  };

  await inTransaction().execute(async (trx) => {
    expect(await credentials.replacePassword(trx, id, ida.userId, passwords)).toBe(false);
    await expect(users.updateInterviewer(trx, id, ida.userId, change)).rejects.toThrow(/no result/i);
    await interviewers.deleteInterviewer(trx, id, ida.userId);
  });

  expect(await row()).toEqual(before);
});

it('does not treat the owner as an interviewer', async () => {
  const owner = await node.ctx.db
    .selectFrom('users')
    .selectAll()
    .where('email', '=', other.email)
    .executeTakeFirstOrThrow();
  const change = {
    name: 'Stolen',
    email: 'stolen@example.com',
    role: 'admin' as const,
    passwordHash: null,
    isEmailVerified: true,
  };

  await inTransaction().execute(async (trx) => {
    await expect(users.updateInterviewer(trx, owner.company_id, owner.id, change)).rejects.toThrow(/no result/i);
    await interviewers.deleteInterviewer(trx, owner.company_id, owner.id);
  });

  expect(await users.findUser(node.ctx.db, owner.company_id, owner.id)).toMatchObject({ role: 'owner' });
});

it('finds no user by an unknown id', async () => {
  const { id } = ida.company;

  expect(await inTransaction().execute((trx) => interviewers.lockInterviewer(trx, id, randomUUID()))).toBeUndefined();
});

it('replaces the verified password of only the given user', async () => {
  const { id } = ida.company;
  const { password_hash: from } = await row();
  await node.ctx.db.updateTable('users').set({ password_hash: from }).where('company_id', '=', id).execute();

  const [stale, fresh] = await inTransaction().execute(async (trx) => [
    await credentials.replacePassword(trx, id, ida.userId, { from: 'another', to: 'stolen' }),
    await credentials.replacePassword(trx, id, ida.userId, { from, to: 'new' }),
  ]);

  expect([stale, fresh]).toEqual([false, true]);
  const hashes = await node.ctx.db.selectFrom('users').select('password_hash').where('company_id', '=', id).execute();
  expect(hashes.map(({ password_hash }) => password_hash)).toEqual(expect.arrayContaining([from, 'new']));
});

it('finds by id, and sets the password of, one user of any company', async () => {
  const { db } = node.ctx;
  const everybody = () => db.selectFrom('users').select(['id', 'password_hash']).orderBy('id').execute();
  const before = await everybody();

  const email = await inTransaction().execute((trx) => credentials.setPassword(trx, ida.userId, 'new'));

  expect(email).toBe(ida.email);
  expect(await everybody()).toEqual(
    before.map((user) => (user.id === ida.userId ? { ...user, password_hash: 'new' } : user)),
  );
  for (const { id } of before) expect(await credentials.findCredentialsById(db, id)).toMatchObject({ id });
  expect(await credentials.findCredentialsById(db, randomUUID())).toBeUndefined();
});

it('counts and lists only the company’s users', async () => {
  const { db } = node.ctx;
  const own = ida.company.id;
  const page = { limit: 100, offset: 0 };

  expect(await users.countInterviewers(db, own)).toBe(1);
  expect((await interviewers.listInterviewers(db, own, page)).map(({ id }) => id)).toEqual([ida.userId]);
  expect((await users.listEmails(db, own)).toSorted()).toEqual([ida.email, await ownerOf(own)].toSorted());
  expect(await users.listEmails(db, randomUUID())).toEqual([]);
});

async function ownerOf(companyId: string): Promise<string> {
  const row = await node.ctx.db.selectFrom('companies').select('email').where('id', '=', companyId).executeTakeFirst();
  return row?.email ?? '';
}
