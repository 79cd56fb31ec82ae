import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import {
  createMigratedDatabase,
  insertInterview,
  type MigratedDatabase,
} from '../../../testing/databases/migrated-database.ts';
import * as resets from './password-reset.repository.ts';
import * as factors from './second-factor.repository.ts';
import * as signIns from '../sign-in/sign-ins.repository.ts';

// Each function with one user's id, beside a user with the same rows: it must not find or change these.
let database: MigratedDatabase;
let own: string;
let other: string;
beforeAll(async () => {
  database = await createMigratedDatabase();
  await insertInterview(database.db);
  const company = await database.db.selectFrom('companies').select('id').executeTakeFirstOrThrow();
  [own, other] = [await newUser(company.id, 'own'), await newUser(company.id, 'other')];
});
afterAll(() => database.drop());
beforeEach(async () => {
  const { db } = database;
  for (const table of ['second_factors', 'recovery_codes', 'password_resets', 'auth_sessions'] as const)
    await db.deleteFrom(table).execute();
  for (const userId of [own, other]) {
    await factors.upsertSecret(db, userId, `secret of ${userId}`);
    await write((trx) => factors.replaceRecoveryCodes(trx, userId, ['one', 'two']));
  }
});

async function newUser(companyId: string, name: string): Promise<string> {
  const values = { company_id: companyId, role: 'interviewer' as const, name, password_hash: 'hash' };
  const row = await database.db
    .insertInto('users')
    .values({ ...values, email: `${name}@example.com` })
    .returning('id')
    .executeTakeFirstOrThrow();
  return row.id;
}

const write = <T>(act: Parameters<ReturnType<MigratedDatabase['db']['transaction']>['execute']>[0]) =>
  database.db.transaction().execute(act) as Promise<T>;
const factorOf = (userId: string) => factors.findSecondFactor(database.db, userId);
const codesOf = (userId: string) => factors.countRecoveryCodes(database.db, userId);

it('confirms only the given user’s factor, and consumes only their codes', async () => {
  const { db } = database;
  expect((await factorOf(own))?.secret).toBe(`secret of ${own}`);
  expect((await factorOf(other))?.secret).toBe(`secret of ${other}`);

  const confirm = (userId: string, secret = `secret of ${userId}`) =>
    write((trx) => factors.confirmSecret(trx, userId, { secret, step: 5 }));
  expect(await confirm(own, 'an earlier secret')).toBe(false);
  expect(await confirm(own)).toBe(true);
  expect(await factorOf(other)).toMatchObject({ confirmed_at: null, last_step: 0 });
  expect(await write((trx) => factors.lockConfirmed(trx, own))).toBe(true);
  expect(await write((trx) => factors.lockConfirmed(trx, other))).toBe(false);

  await confirm(other);
  expect(await factors.consumeStep(db, own, 7)).toBe(true);
  expect(await factorOf(other)).toMatchObject({ last_step: 5 });
});

it('consumes, replaces and deletes only the given user’s recovery codes', async () => {
  const { db } = database;

  expect(await factors.consumeRecoveryCode(db, own, 'one')).toBe(true);
  expect([await codesOf(own), await codesOf(other)]).toEqual([1, 2]);

  await write((trx) => factors.replaceRecoveryCodes(trx, own, ['three']));
  expect([await codesOf(own), await codesOf(other)]).toEqual([1, 2]);
  expect(await factors.consumeRecoveryCode(db, other, 'three')).toBe(false);

  await write((trx) => factors.deleteSecondFactor(trx, own));
  expect([await codesOf(own), await codesOf(other)]).toEqual([0, 2]);
  expect([await factorOf(own), (await factorOf(other))?.secret]).toEqual([undefined, `secret of ${other}`]);
});

it('consumes only the reset links of the given user', async () => {
  const { db } = database;
  for (const userId of [own, other]) {
    const user = await db.selectFrom('users').selectAll().where('id', '=', userId).executeTakeFirstOrThrow();
    const open = (tokenHash: string, of = user) =>
      write((trx) => resets.insertReset(trx, of, { tokenHash, lastsSeconds: 60 }));
    expect([await open(`first of ${userId}`), await open(`second of ${userId}`)]).toEqual([true, true]);
    expect(await open('under another e-mail', { ...user, email: 'before@example.com' })).toBe(false);
    expect(await open('under another password', { ...user, password_hash: 'before' })).toBe(false);
  }

  expect(await write((trx) => resets.consumeReset(trx, `first of ${own}`))).toBe(own);

  expect(await resets.isValidReset(db, `second of ${own}`)).toBe(false);
  expect(await resets.isValidReset(db, `first of ${other}`)).toBe(true);
});

it('lists and ends only the given user’s sign-ins', async () => {
  const { db } = database;
  const expires = new Date(Date.now() + 60_000).toISOString();
  for (const userId of [own, other])
    await db.insertInto('auth_sessions').values({ user_id: userId, expires_at: expires }).execute();
  const [mine] = await signIns.listSignIns(db, own);
  const [theirs] = await signIns.listSignIns(db, other);

  expect([mine?.id === theirs?.id, (await signIns.listSignIns(db, own)).length]).toEqual([false, 1]);
  expect(await signIns.deleteSignIn(db, own, theirs?.id ?? '')).toBe(false);
  expect(await signIns.deleteSignIn(db, own, mine?.id ?? '')).toBe(true);
  expect(await signIns.listSignIns(db, other)).toHaveLength(1);
});
