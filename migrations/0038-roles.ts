import { sql, type Kysely } from 'kysely';

type AnyDatabase = Kysely<Record<string, Record<string, unknown>>>;

/** Admins and coordinators, whom interviews are visible to, and who planned and started each one. */
export async function up(db: AnyDatabase): Promise<void> {
  await sql`alter table users drop constraint users_role_check`.execute(db);
  await sql`alter table users add constraint users_role_check
    check (role in ('owner', 'admin', 'interviewer', 'coordinator'))`.execute(db);
  // Whatever the code does, a company never has a second owner.
  await sql`create unique index users_owner on users (company_id) where role = 'owner'`.execute(db);
  await db.schema
    .alterTable('companies')
    .addColumn('interviews_visible_to', 'text', (c) =>
      c
        .notNull()
        .defaultTo('everybody')
        .check(sql`interviews_visible_to in ('everybody', 'own')`),
    )
    .execute();
  await db.schema
    .alterTable('interviews')
    .addColumn('planned_by', 'uuid', (c) => c.references('users.id').onDelete('set null'))
    .addColumn('started_by', 'uuid', (c) => c.references('users.id').onDelete('set null'))
    .execute();
  await sql`update interviews set started_by = participant_id
    from timeline_events join users on users.id = participant_id
    where interview_id = interviews.id and kind = 'opened' and users.company_id = interviews.company_id`.execute(db);
  await sql`create index interviews_planned_by on interviews (planned_by) where planned_by is not null`.execute(db);
  await sql`create index interviews_started_by on interviews (started_by) where started_by is not null`.execute(db);
}

export async function down(db: AnyDatabase): Promise<void> {
  await db.schema.alterTable('interviews').dropColumn('planned_by').dropColumn('started_by').execute();
  await db.schema.alterTable('companies').dropColumn('interviews_visible_to').execute();
  await sql`drop index users_owner`.execute(db);
  await sql`alter table users drop constraint users_role_check`.execute(db);
  await sql`update users set role = 'interviewer' where role = 'admin'`.execute(db);
  // An earlier release would let coordinators into every room and scorecard.
  await sql`delete from users where role = 'coordinator'`.execute(db);
  await sql`alter table users add constraint users_role_check check (role in ('owner', 'interviewer'))`.execute(db);
}
