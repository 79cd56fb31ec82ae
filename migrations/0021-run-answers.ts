import type { Kysely } from 'kysely';

type AnyDatabase = Kysely<Record<string, Record<string, unknown>>>;

/** Lines that people type while a program waits for them. */
export async function up(db: AnyDatabase): Promise<void> {
  await db.schema
    .alterTable('runs')
    .addColumn('asks', 'integer', (c) => c.notNull().defaultTo(0))
    .addColumn('asked_at', 'timestamptz')
    .addColumn('answer', 'text')
    .addColumn('waited_ms', 'integer', (c) => c.notNull().defaultTo(0))
    .execute();
}

export async function down(db: AnyDatabase): Promise<void> {
  await db.schema
    .alterTable('runs')
    .dropColumn('asks')
    .dropColumn('asked_at')
    .dropColumn('answer')
    .dropColumn('waited_ms')
    .execute();
}
