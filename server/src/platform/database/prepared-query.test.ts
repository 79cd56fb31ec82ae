import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createMigratedDatabase, type MigratedDatabase } from '../../testing/databases/migrated-database.ts';
import { preparedQuery } from './prepared-query.ts';

let database: MigratedDatabase;
beforeAll(async () => {
  database = await createMigratedDatabase();
});
afterAll(() => database.drop());

const findSettings = preparedQuery((db, { key, value }: { key: string; value?: string | undefined }) =>
  db
    .selectFrom('settings')
    .select('key')
    .where('key', '=', key)
    .where((eb) => (value === undefined ? eb.lit(true) : eb('value', '=', value))),
);

test('runs one prepared statement for each set of given values', async () => {
  await database.db.transaction().execute(async (trx) => {
    for (const key of ['one', 'two'])
      await trx
        .insertInto('settings')
        .values({ key, value: `${key}!` })
        .execute();
    expect(await findSettings(trx, { key: 'one' })).toEqual([{ key: 'one' }]);
    expect(await findSettings(trx, { key: 'two', value: undefined })).toEqual([{ key: 'two' }]);
    expect(await findSettings(trx, { key: 'two', value: 'two!' })).toEqual([{ key: 'two' }]);
    expect(await findSettings(trx, { key: 'one', value: 'two!' })).toEqual([]);
    const { rows } = await sql<{ runs: number }>`
      select generic_plans + custom_plans as runs from pg_prepared_statements where statement like '%settings%'`.execute(
      trx,
    );
    expect(rows.map(({ runs }) => runs)).toEqual([2, 2]);
  });
});
