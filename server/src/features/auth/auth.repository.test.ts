import { afterAll, beforeAll, expect, it } from 'vitest';
import { addInterviewer, registerCompany, type SignedIn } from '../../testing/builders.ts';
import { startTestApp, type TestApp } from '../../testing/test-app.ts';
import * as auth from './auth.repository.ts';

let node: TestApp;
let ida: SignedIn & { userId: string };
let ora: SignedIn & { userId: string };
beforeAll(async () => {
  node = await startTestApp();
  const owner = await registerCompany(node);
  ida = await addInterviewer(node, owner, 'Ida');
  ora = await addInterviewer(node, owner, 'Ora');
});
afterAll(() => node.close());

const nowhere = { device: '', address: '', network: '' };

const user = (id: string) => node.ctx.db.selectFrom('users').selectAll().where('id', '=', id).executeTakeFirstOrThrow();
const signInsOf = (id: string) =>
  node.ctx.db.selectFrom('auth_sessions').selectAll().where('user_id', '=', id).execute();

it('signs in with the password that was verified, and only this user', async () => {
  const { db } = node.ctx;
  const { password_hash: passwordHash } = await user(ida.userId);
  await db.updateTable('users').set({ password_hash: passwordHash }).where('id', '=', ora.userId).execute();
  const before = await signInsOf(ora.userId);

  const stale = await auth.insertAuthSession(
    db,
    { id: ida.userId, passwordHash: 'changed', lastsSeconds: 60 },
    nowhere,
  );
  const fresh = await auth.insertAuthSession(db, { id: ida.userId, passwordHash, lastsSeconds: 60 }, nowhere);

  expect(stale).toBeUndefined();
  expect((await signInsOf(ida.userId)).map(({ id }) => id)).toContain(fresh);
  expect(await signInsOf(ora.userId)).toEqual(before);
});

it('finds a sign-in of the user it belongs to', async () => {
  const [signIn] = await signInsOf(ida.userId);
  const id = signIn?.id ?? '';

  expect(await auth.findPrincipal(node.ctx.db, id, ida.userId)).toMatchObject({ userId: ida.userId, name: 'Ida' });
  expect(await auth.findPrincipal(node.ctx.db, id, ora.userId)).toBeUndefined();
});

it('takes away what has expired of this user alone', async () => {
  const { db } = node.ctx;
  await db.updateTable('auth_sessions').set({ expires_at: '2020-01-01T00:00:00Z' }).execute();
  const before = await signInsOf(ora.userId);

  await auth.deleteExpired(db, ida.userId);

  expect(await signInsOf(ida.userId)).toEqual([]);
  expect(await signInsOf(ora.userId)).toEqual(before);
});
