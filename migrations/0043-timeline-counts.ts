import { sql, type Kysely } from 'kysely';

type AnyDatabase = Kysely<Record<string, Record<string, unknown>>>;

/** How many events of each participant the timeline of an interview has. */
export async function up(db: AnyDatabase): Promise<void> {
  await db.schema
    .createTable('timeline_counts')
    .addColumn('interview_id', 'uuid', (c) => c.notNull().references('interviews.id').onDelete('cascade'))
    .addColumn('participant_id', 'uuid', (c) => c.notNull())
    .addColumn('is_candidate', 'boolean', (c) => c.notNull())
    .addColumn('events', 'integer', (c) => c.notNull())
    .addPrimaryKeyConstraint('timeline_counts_each', ['interview_id', 'participant_id'])
    .execute();
  await sql`
    insert into timeline_counts (interview_id, participant_id, is_candidate, events)
    select e.interview_id, e.participant_id, bool_or(c.id is not null), count(*)::int
    from timeline_events e
    join interviews i on i.id = e.interview_id and i.status = 'active'
    left join candidates c on c.id = e.participant_id and c.interview_id = e.interview_id
    where e.participant_id is not null
    group by e.interview_id, e.participant_id`.execute(db);
}

export async function down(db: AnyDatabase): Promise<void> {
  await db.schema.dropTable('timeline_counts').execute();
}
