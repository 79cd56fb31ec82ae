import type { Kysely } from 'kysely';

type AnyDatabase = Kysely<Record<string, Record<string, unknown>>>;

/** Whether messages of a node reach the others, who read the database meanwhile. */
export async function up(db: AnyDatabase): Promise<void> {
  await db.schema
    .alterTable('room_nodes')
    .addColumn('is_cut_off', 'boolean', (c) => c.notNull().defaultTo(false))
    .execute();
}

export async function down(db: AnyDatabase): Promise<void> {
  await db.schema.alterTable('room_nodes').dropColumn('is_cut_off').execute();
}
