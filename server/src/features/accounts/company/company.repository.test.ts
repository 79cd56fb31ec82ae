import { afterAll, beforeAll, expect, it } from 'vitest';
import { createMigratedDatabase, type MigratedDatabase } from '../../../testing/databases/migrated-database.ts';
import * as removal from '../../retention/company-removal.repository.ts';
import * as companies from './company.repository.ts';

// Each function with one company's id, beside another company: it must not find or change the other.
let database: MigratedDatabase;
let own: string;
let other: string;
beforeAll(async () => {
  database = await createMigratedDatabase();
  const add = (name: string) =>
    database.db
      .transaction()
      .execute((trx) =>
        companies.insertCompany(trx, { name, email: `${name}@example.com`, phone: null, address: null }),
      );
  [own, other] = [await add('own'), await add('other')];
});
afterAll(() => database.drop());

it('finds only the given company', async () => {
  const { db } = database;

  expect(await companies.getCompany(db, other)).toMatchObject({ id: other, name: 'other' });
  expect([await removal.findName(db, own), await removal.findName(db, other)]).toEqual(['own', 'other']);
  expect(await companies.findContact(db, other)).toEqual({ name: 'other', email: 'other@example.com' });
});

it('changes only the given company', async () => {
  const { db } = database;
  const before = await companies.getCompany(db, other);
  const preferences = { emailNotifications: false, sessionReminders: false, weeklyReports: true };

  await companies.updateNotificationPreferences(db, own, preferences);
  const profile = { name: 'new', email: 'new@example.com', phone: '1', call_link: 'https://meet.example/new' };
  const rule = { tools: 'no_ai' as const, note: 'Docs are fine' };
  await db.transaction().execute((trx) => companies.updateProfile(trx, own, { ...profile, rule, completion: 'words' }));

  expect(await companies.getCompany(db, own)).toMatchObject({
    ...profile,
    rule,
    completion: 'words',
    notification_preferences: preferences,
  });
  expect(await companies.getCompany(db, other)).toEqual(before);
});

it('locks only the given company: another can be deleted meanwhile', async () => {
  const { db } = database;
  await db.transaction().execute(async (trx) => {
    await removal.lockForRemoval(trx, own);
    // Does not end if it waits for the lock.
    await db.transaction().execute((second) => removal.remove(second, other));
  });

  expect([await removal.findName(db, own), await removal.findName(db, other)]).toEqual(['new', undefined]);
});
