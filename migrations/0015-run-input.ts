import type { Kysely } from 'kysely';

type AnyDatabase = Kysely<Record<string, Record<string, unknown>>>;

/** The input of an interview's next run, which everyone in the room shares. */
export async function up(db: AnyDatabase): Promise<void> {
  await db.schema
    .alterTable('run_settings')
    .addColumn('stdin', 'text', (c) => c.notNull().defaultTo(''))
    .execute();
}

export async function down(db: AnyDatabase): Promise<void> {
  await db.schema.alterTable('run_settings').dropColumn('stdin').execute();
}
