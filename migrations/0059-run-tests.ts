import type { Kysely } from 'kysely';

type AnyDatabase = Kysely<Record<string, Record<string, unknown>>>;

/** Whether a run executed the test files in place of the program. */
export async function up(db: AnyDatabase): Promise<void> {
  await db.schema
    .alterTable('runs')
    .addColumn('is_tests', 'boolean', (column) => column.notNull().defaultTo(false))
    .execute();
}

export async function down(db: AnyDatabase): Promise<void> {
  await db.schema.alterTable('runs').dropColumn('is_tests').execute();
}
