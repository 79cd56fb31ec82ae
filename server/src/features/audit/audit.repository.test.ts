import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createMigratedDatabase, type MigratedDatabase } from '../../testing/databases/migrated-database.ts';
import { incrementRecent } from './audit.repository.ts';
import { recordAudit } from './audit.service.ts';

let database: MigratedDatabase;
beforeAll(async () => {
  database = await createMigratedDatabase();
});
afterAll(() => database.drop());

async function newCompany(name: string): Promise<string> {
  const values = { name, email: `${name}@example.com`, phone: null, address: null };
  const row = await database.db.insertInto('companies').values(values).returning('id').executeTakeFirstOrThrow();
  return row.id;
}

it('increments only an entry of the given company and user', async () => {
  const [own, other] = [await newCompany('own'), await newCompany('other')];
  const userId = randomUUID();
  const action = 'account.sign_in_failed';

  await database.db.transaction().execute(async (trx) => {
    await recordAudit(trx, { companyId: other, action, by: { userId } });

    expect(await incrementRecent(trx, { companyId: own, action, userId })).toBe(false);
    expect(await incrementRecent(trx, { companyId: other, action, userId: randomUUID() })).toBe(false);
    expect(await incrementRecent(trx, { companyId: other, action, userId })).toBe(true);
  });
});
