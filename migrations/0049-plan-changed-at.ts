import { sql, type Kysely } from 'kysely';

type AnyDatabase = Kysely<Record<string, Record<string, unknown>>>;

/** When the plan of an interview last changed, for calendars that read it again. */
export async function up(db: AnyDatabase): Promise<void> {
  await db.schema
    .alterTable('interviews')
    .addColumn('plan_changed_at', 'timestamptz', (c) => c.notNull().defaultTo(sql`now()`))
    .execute();
}

export async function down(db: AnyDatabase): Promise<void> {
  await db.schema.alterTable('interviews').dropColumn('plan_changed_at').execute();
}
