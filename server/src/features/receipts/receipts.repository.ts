import type { Receipt } from '@cip/contracts/receipts/receipt-format';
import { RECEIPT_RULES_MAX } from '@cip/contracts/receipts/receipts';
import { sql } from 'kysely';
import type { Database } from '../../platform/database/database.ts';

/** Returns the facts of an ended interview that a receipt names, of any company, or undefined. */
export function findInterview(db: Database, interviewId: string) {
  return (
    db
      .selectFrom('interviews')
      .innerJoin('companies', 'companies.id', 'interviews.company_id')
      .leftJoin('users', 'users.id', 'interviews.interviewer_id')
      .select(['status', 'started_at', 'ended_at', 'companies.name as company'])
      // If no candidate was invited, anyone with the interview's link can join it, under any name.
      .select(sql<string | null>`case when candidate_email is not null then users.email end`.as('email'))
      .select((eb) => eb.fn.coalesce('users.name', 'interviews.interviewer_name').as('interviewer'))
      .select(
        sql<string[]>`(select coalesce(json_agg(person.name order by chosen.position), '[]')
          from interview_interviewers chosen join users person on person.id = chosen.user_id
          where chosen.interview_id = interviews.id)`.as('others'),
      )
      .select(sql<string | null>`ended_at + make_interval(days => retention_days)`.as('kept_until'))
      .where('interviews.id', '=', interviewId)
      .executeTakeFirst()
  );
}

/** Counts the edits of a candidate and of everyone. All are kept unless an owner removed a part of the recording. */
export async function countEdits(db: Database, interviewId: string, candidateId: string): Promise<Receipt['edits']> {
  const { rows } = await sql<Receipt['edits']>`
    select count(*) filter (where participant_id = ${candidateId}::uuid)::int as yours, count(*)::int as all,
      not exists (select from closed_stretches where interview_id = ${interviewId}) as all_kept
    from document_updates where interview_id = ${interviewId} and participant_id is not null`.execute(db);
  return rows[0] ?? { yours: 0, all: 0, all_kept: true };
}

/** Returns the languages in which someone typed, in the order of their first use, from the language of the start. */
export async function listLanguages(db: Database, interviewId: string, first: string): Promise<string[]> {
  const { rows } = await sql<{ language: string }>`
    with changes as (
      select '-infinity'::timestamptz as since, ${first}::text as language
      union all
      select at, data ->> 'language' from timeline_events where interview_id = ${interviewId} and kind = 'language'
    ), spans as (
      select language, since, lead(since, 1, 'infinity') over (order by since) as until from changes
    )
    select language from spans
    where exists (
      select from document_updates
      where interview_id = ${interviewId} and participant_id is not null and at >= since and at < until
    )
    group by language order by min(since)`.execute(db);
  return rows.map(({ language }) => language);
}

/** Returns when a candidate typed without a connection, in order. */
export function listOfflineTimes(db: Database, interviewId: string, candidateId: string): Promise<Receipt['offline']> {
  return db
    .selectFrom('offline_gaps')
    .select(['offline_from as from', 'offline_to as to'])
    .where('interview_id', '=', interviewId)
    .where('participant_id', '=', candidateId)
    .orderBy('offline_from')
    .orderBy('op_id')
    .execute();
}

/** Returns the latest RECEIPT_RULES_MAX values of completion in an interview, in order; none if it was always off. */
export async function listCompletions(db: Database, interviewId: string): Promise<NonNullable<Receipt['completions']>> {
  const { rows } = await sql<NonNullable<Receipt['completions']>[number]>`
    select at as since, data ->> 'completion' as completion
    from timeline_events where interview_id = ${interviewId} and kind = 'completion'
    order by id desc limit ${RECEIPT_RULES_MAX}`.execute(db);
  return rows.toReversed();
}

/** Returns the latest RECEIPT_RULES_MAX rules of an interview in order; one without tools removed the rule. */
export async function listRules(db: Database, interviewId: string): Promise<Receipt['rules']> {
  const { rows } = await sql<Receipt['rules'][number]>`
    select at as since, data -> 'rule' ->> 'tools' as tools, data -> 'rule' ->> 'note' as note
    from timeline_events where interview_id = ${interviewId} and kind = 'rule'
    order by id desc limit ${RECEIPT_RULES_MAX}`.execute(db);
  return rows.toReversed();
}
