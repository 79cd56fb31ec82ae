import type { TestsReport } from '@cip/contracts/questions/test-reports';
import { sql } from 'kysely';
import type { Database, Transaction } from '../../../platform/database/database.ts';
import { isBetween, type Between } from '../../timeline/timeline.service.ts';
import type { StoredReport } from './interview-questions.table.ts';

/** Returns a report as interviewers see it. */
export function wholeReport(report: StoredReport, at: string): TestsReport {
  const { id, question, by, byType, language, hash, tests, hidden, hiddenBy, lastHidden } = report;
  const author = { by, ...(byType && { byType }), ...(hiddenBy !== undefined && { hiddenBy }) };
  return { id, question, ...author, at, language, hash, tests, hidden, ...(lastHidden && { lastHidden }) };
}

/** A stored report with its time. */
export type Report = StoredReport & Pick<TestsReport, 'at'>;

/** Stores the test results of a question of an interview, in place of the report before. */
export async function storeReport(trx: Transaction, id: string, report: StoredReport): Promise<void> {
  await trx
    .updateTable('interview_questions')
    .set({ report: JSON.stringify(report), reported_at: sql<string>`clock_timestamp()` })
    .where('id', '=', id)
    .execute();
}

/** Returns whether hidden counts of a question are shared, and its report; call this while the interview is locked. */
export function findReport(trx: Transaction, id: string) {
  return trx
    .selectFrom('interview_questions')
    .select(['shares_hidden', 'report', 'reported_at'])
    .where('id', '=', id)
    .executeTakeFirstOrThrow();
}

/**
 * Stores whether candidates see how many hidden tests of a question pass, and in the report since when; the report is
 * sent again under another id.
 */
export async function setSharing(
  trx: Transaction,
  id: string,
  isShared: boolean,
  report: StoredReport | null,
): Promise<void> {
  await trx
    .updateTable('interview_questions')
    .set({
      shares_hidden: isShared,
      report:
        report && sql<string>`${JSON.stringify(report)}::jsonb || jsonb_build_object('sharedAt', clock_timestamp())`,
    })
    .where('id', '=', id)
    .execute();
}

/**
 * Removes the reports that were stored between two times (ms since `since`), and the results of hidden tests from then
 * in later reports. Returns how many there were.
 */
export async function clearReports(trx: Transaction, interviewId: string, between: Between): Promise<number> {
  const cleared = await sql`
    update interview_questions set report = null, reported_at = null
    where interview_id = ${interviewId} and ${isBetween(sql`reported_at`, between)}
    returning id`.execute(trx);
  const reduced = await sql`
    update interview_questions set report = jsonb_set(report - 'lastHidden' - 'hiddenBy', '{hidden}', 'null')
    where interview_id = ${interviewId} and ${isBetween(sql`(report #>> '{lastHidden,at}')::timestamptz`, between)}
    returning id`.execute(trx);
  return cleared.rows.length + reduced.rows.length;
}

/** Returns up to `limit` latest reports of the shown questions of an interview without those in `known`. */
export async function listReports(
  db: Database,
  interviewId: string,
  { known, limit }: { known: string[]; limit: number },
): Promise<Report[]> {
  const rows = await db
    .selectFrom('interview_questions')
    .select(['report', 'reported_at'])
    .where('interview_id', '=', interviewId)
    .where('hidden_at', 'is', null)
    .where('reported_at', 'is not', null)
    .where(sql<boolean>`report ->> 'id' <> all(${known}::text[])`)
    .orderBy('number')
    .limit(limit)
    .execute();
  return rows.flatMap(({ report, reported_at: at }) => (report && at ? { ...report, at } : []));
}
