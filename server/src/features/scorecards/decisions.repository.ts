import type { Database, Transaction } from '../../platform/database/database.ts';
import type { InterviewDecisionTable } from './scorecards.table.ts';

/** Stores the decision about the candidate of an interview in place of an earlier one. */
export async function setDecision(
  trx: Transaction,
  decision: Omit<InterviewDecisionTable, 'decided_at'>,
): Promise<void> {
  const decided_at = new Date().toISOString();
  const { interview_id: _, ...change } = decision;
  await trx
    .insertInto('interview_decisions')
    .values({ ...decision, decided_at })
    .onConflict((conflict) => conflict.column('interview_id').doUpdateSet({ ...change, decided_at }))
    .execute();
}

/** Returns the decision on an interview, or undefined; with the decider's current name if the account exists. */
export function findDecision(db: Database, interviewId: string) {
  return db
    .selectFrom('interview_decisions')
    .leftJoin('users', 'users.id', 'decided_by')
    .select(['decision', 'reason', 'decided_by as userId', 'decided_at'])
    .select((eb) => eb.fn.coalesce('users.name', 'decided_by_name').as('decided_by'))
    .where('interview_id', '=', interviewId)
    .executeTakeFirst();
}

/** Returns the decisions on interviews. */
export function listDecisions(db: Database, interviewIds: readonly string[]) {
  return db
    .selectFrom('interview_decisions')
    .select(['interview_id as interviewId', 'decision'])
    .where('interview_id', 'in', [...interviewIds])
    .execute();
}
