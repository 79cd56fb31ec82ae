import { sql, type Kysely } from 'kysely';

type AnyDatabase = Kysely<Record<string, Record<string, unknown>>>;

/**
 * The nodes that serve rooms if there are several: when each was last alive, and until when it applied the stored
 * state.
 */
export async function up(db: AnyDatabase): Promise<void> {
  await db.schema
    .createTable('room_nodes')
    .addColumn('id', 'uuid', (column) => column.primaryKey())
    .addColumn('seen_at', 'timestamptz', (column) => column.notNull().defaultTo(sql`clock_timestamp()`))
    .addColumn('applied_at', 'timestamptz', (column) => column.notNull().defaultTo(sql`'-infinity'::timestamptz`))
    .execute();
}

export async function down(db: AnyDatabase): Promise<void> {
  await db.schema.dropTable('room_nodes').execute();
}
