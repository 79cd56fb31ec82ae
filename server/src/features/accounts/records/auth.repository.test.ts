import { afterAll, beforeAll, expect, it } from 'vitest';
import { addInterviewer, registerCompany, signIn, type SignedIn } from '../../../testing/builders.ts';
import { startTestApp, type TestApp } from '../../../testing/test-app.ts';
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

it('signs in only the given user, and only with the verified password', async () => {
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
  expect((await signInsOf(ida.userId)).map(({ id }) => id)).toContain(fresh?.id);
  expect(await signInsOf(ora.userId)).toEqual(before);
});

it('finds a sign-in only with the id of its user', async () => {
  const [signIn] = await signInsOf(ida.userId);
  const id = signIn?.id ?? '';

  expect(await auth.findPrincipal(node.ctx.db, id, ida.userId)).toMatchObject({ userId: ida.userId, name: 'Ida' });
  expect(await auth.findPrincipal(node.ctx.db, id, ora.userId)).toBeUndefined();
});

it('deletes only the expired sign-ins of the given user', async () => {
  const { db } = node.ctx;
  await db.updateTable('auth_sessions').set({ expires_at: '2020-01-01T00:00:00Z' }).execute();
  const before = await signInsOf(ora.userId);

  await auth.deleteExpired(db, ida.userId);

  expect(await signInsOf(ida.userId)).toEqual([]);
  expect(await signInsOf(ora.userId)).toEqual(before);
});

it('ends only the sign-ins of the given company or user', async () => {
  const { db } = node.ctx;
  const [own, other] = [await registerCompany(node), await registerCompany(node)];
  const ada = await addInterviewer(node, own, 'Ada');
  const ownSignIns = async () => [...(await signInsOf(ada.userId)), ...(await signInsOf(await ownerOf(own)))];
  const before = await signInsOf(await ownerOf(other));
  const expected = (await ownSignIns()).map(({ id }) => id);

  const ended = await db.transaction().execute((trx) => auth.deleteAuthSessionsOfCompany(trx, own.company.id));

  expect(expected).toHaveLength(2);
  expect(ended.toSorted()).toEqual(expected.toSorted());
  expect(await ownSignIns()).toEqual([]);
  expect(await signInsOf(await ownerOf(other))).toEqual(before);

  await signIn(node, ada.email);
  await signIn(node, own.email);
  await db.transaction().execute((trx) => auth.deleteAuthSessionsOf(trx, ada.userId, null));
  expect((await ownSignIns()).map(({ user_id: userId }) => userId)).toEqual([await ownerOf(own)]);
});

async function ownerOf({ email }: SignedIn): Promise<string> {
  const row = await node.ctx.db.selectFrom('users').select('id').where('email', '=', email).executeTakeFirstOrThrow();
  return row.id;
}
