import { CompiledQuery, sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createMigratedDatabase, type MigratedDatabase } from '../../testing/databases/migrated-database.ts';
import { PREPARED } from './prepared-statements.ts';

let database: MigratedDatabase;
beforeAll(async () => {
  database = await createMigratedDatabase();
});
afterAll(() => database.drop());

test('prepares a marked statement once per connection, whatever its values', async () => {
  await database.db.connection().execute(async (db) => {
    const ask = (text: string, values: unknown[]) => db.executeQuery<{ sum: number }>(CompiledQuery.raw(text, values));
    const sums = [];
    for (const value of [1, 2, 3])
      sums.push(
        (await ask(`${PREPARED} select $1::int + 1 as sum`, [value])).rows[0]?.sum,
        (await ask(`${PREPARED} select $1::int + 10 as sum`, [value])).rows[0]?.sum,
        (await ask('select $1::int + 100 as sum', [value])).rows[0]?.sum,
      );
    expect(sums).toEqual([2, 11, 101, 3, 12, 102, 4, 13, 103]);
    const { rows } = await sql<{ statement: string }>`select statement from pg_prepared_statements`.execute(db);
    expect(rows.map(({ statement }) => statement).toSorted()).toEqual([
      `${PREPARED} select $1::int + 1 as sum`,
      `${PREPARED} select $1::int + 10 as sum`,
    ]);
  });
});
