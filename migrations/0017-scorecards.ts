import { sql, type Kysely } from 'kysely';

type AnyDatabase = Kysely<Record<string, Record<string, unknown>>>;

/** Scorecards with their submitted versions, the decision, and who may write or must not see them. */
export async function up(db: AnyDatabase): Promise<void> {
  await createCards(db);
  await db.schema
    .createTable('interview_decisions')
    .addColumn('interview_id', 'uuid', (c) => c.primaryKey().references('interviews.id').onDelete('cascade'))
    .addColumn('decision', 'text', (c) => c.notNull().check(sql`decision in ('advance', 'hold', 'decline')`))
    .addColumn('reason', 'text', (c) => c.notNull())
    .addColumn('decided_by', 'uuid', (c) => c.references('users.id').onDelete('set null'))
    .addColumn('decided_by_name', 'text', (c) => c.notNull())
    .addColumn('decided_at', 'timestamptz', (c) => c.notNull().defaultTo(sql`now()`))
    .execute();
  // The first scorecard fixes the criteria of all, because a template may change after the interview.
  await db.schema
    .createTable('interview_criteria')
    .addColumn('interview_id', 'uuid', (c) => c.primaryKey().references('interviews.id').onDelete('cascade'))
    .addColumn('criteria', 'jsonb', (c) => c.notNull())
    .execute();
  for (const table of ['playback_views', 'candidate_accounts'])
    await db.schema
      .createTable(table)
      .addColumn('interview_id', 'uuid', (c) => c.notNull().references('interviews.id').onDelete('cascade'))
      .addColumn('user_id', 'uuid', (c) => c.notNull().references('users.id').onDelete('cascade'))
      .addColumn('since', 'timestamptz', (c) => c.notNull().defaultTo(sql`now()`))
      .addPrimaryKeyConstraint(`${table}_once`, ['interview_id', 'user_id'])
      .execute();
  await db.schema
    .createTable('scorecard_reminders')
    .addColumn('interview_id', 'uuid', (c) => c.primaryKey().references('interviews.id').onDelete('cascade'))
    .addColumn('ordered_at', 'timestamptz', (c) => c.notNull().defaultTo(sql`now()`))
    .execute();
  // Who was in a room is asked for whole pages of the list.
  await sql`create index timeline_events_joined on timeline_events (interview_id, participant_id)
    where kind = 'joined'`.execute(db);
  // Nodes look for ended interviews every few minutes.
  await sql`create index interviews_ended on interviews (ended_at) where status = 'completed'`.execute(db);
}

async function createCards(db: AnyDatabase): Promise<void> {
  await db.schema
    .createTable('scorecards')
    .addColumn('id', 'uuid', (c) => c.primaryKey().defaultTo(sql`gen_random_uuid()`))
    .addColumn('interview_id', 'uuid', (c) => c.notNull().references('interviews.id').onDelete('cascade'))
    .addColumn('user_id', 'uuid', (c) => c.references('users.id').onDelete('set null'))
    .addColumn('author_name', 'text', (c) => c.notNull())
    .addColumn('from_playback', 'boolean', (c) => c.notNull())
    .addColumn('content', 'jsonb', (c) => c.notNull())
    .addColumn('created_at', 'timestamptz', (c) => c.notNull().defaultTo(sql`now()`))
    .addColumn('saved_at', 'timestamptz', (c) => c.notNull().defaultTo(sql`now()`))
    .addUniqueConstraint('scorecards_once', ['interview_id', 'user_id'])
    .execute();
  await db.schema
    .createTable('scorecard_versions')
    .addColumn('scorecard_id', 'uuid', (c) => c.notNull().references('scorecards.id').onDelete('cascade'))
    .addColumn('number', 'integer', (c) => c.notNull())
    .addColumn('content', 'jsonb', (c) => c.notNull())
    .addColumn('submitted_at', 'timestamptz', (c) => c.notNull().defaultTo(sql`now()`))
    .addPrimaryKeyConstraint('scorecard_versions_once', ['scorecard_id', 'number'])
    .execute();
  await db.schema
    .createTable('scorecard_saves')
    .addColumn('scorecard_id', 'uuid', (c) => c.notNull().references('scorecards.id').onDelete('cascade'))
    .addColumn('op_id', 'text', (c) => c.notNull())
    .addColumn('at', 'timestamptz', (c) => c.notNull().defaultTo(sql`now()`))
    .addPrimaryKeyConstraint('scorecard_saves_once', ['scorecard_id', 'op_id'])
    .execute();
}

export async function down(db: AnyDatabase): Promise<void> {
  await sql`drop index interviews_ended`.execute(db);
  await sql`drop index timeline_events_joined`.execute(db);
  for (const table of [
    'scorecard_reminders',
    'candidate_accounts',
    'playback_views',
    'interview_criteria',
    'interview_decisions',
    'scorecard_saves',
    'scorecard_versions',
    'scorecards',
  ])
    await db.schema.dropTable(table).execute();
}
