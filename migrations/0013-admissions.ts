import { sql, type Kysely } from 'kysely';

type AnyDatabase = Kysely<Record<string, Record<string, unknown>>>;

/** Who may enter a room: the switch and the lock of an interview, and the admission of each candidate. */
export async function up(db: AnyDatabase): Promise<void> {
  await db.schema
    .alterTable('interviews')
    .addColumn('asks_before_admitting', 'boolean', (c) => c.notNull().defaultTo(false))
    .addColumn('is_locked', 'boolean', (c) => c.notNull().defaultTo(false))
    .execute();
  await db.schema
    .alterTable('candidates')
    .addColumn('admission', 'text', (c) =>
      c
        .notNull()
        .defaultTo('admitted')
        .check(sql`admission in ('waiting', 'admitted', 'rejected')`),
    )
    .addColumn('admission_since', 'timestamptz', (c) => c.notNull().defaultTo(sql`now()`))
    .addColumn('admission_by', 'uuid', (c) => c.references('users.id').onDelete('set null'))
    .addColumn('seen_at', 'timestamptz', (c) => c.notNull().defaultTo(sql`now()`))
    .execute();
  // A partial index, because nodes look for waiting candidates every few seconds while few wait at any time.
  await sql`create index candidates_waiting on candidates (interview_id) where admission = 'waiting'`.execute(db);
  await db.schema
    .alterTable('room_occupancy')
    .addColumn('interviewer_at', 'timestamptz')
    .addColumn('waiting_mail_at', 'timestamptz')
    .execute();
}

export async function down(db: AnyDatabase): Promise<void> {
  await db.schema.alterTable('room_occupancy').dropColumn('waiting_mail_at').dropColumn('interviewer_at').execute();
  await sql`drop index candidates_waiting`.execute(db);
  await db.schema
    .alterTable('candidates')
    .dropColumn('seen_at')
    .dropColumn('admission_by')
    .dropColumn('admission_since')
    .dropColumn('admission')
    .execute();
  await db.schema.alterTable('interviews').dropColumn('is_locked').dropColumn('asks_before_admitting').execute();
}
