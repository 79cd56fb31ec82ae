import { sql, type Updateable } from 'kysely';
import type { Transaction } from '../../../platform/database/database.ts';
import type { InterviewTable } from '../interviews.table.ts';

/** Counted by each change of a plan, because calendars take a change only with a higher revision. */
const nextRevision = { plan_revision: sql<number>`plan_revision + 1`, plan_changed_at: sql<string>`now()` };

/** Sets an interview to cancelled. */
export async function markCancelled(trx: Transaction, companyId: string, id: string): Promise<void> {
  await trx
    .updateTable('interviews')
    .set({ status: 'cancelled', ...nextRevision })
    .where('company_id', '=', companyId)
    .where('id', '=', id)
    .execute();
}

/** Records that the candidate cannot make the planned time. */
export async function markDeclined(trx: Transaction, id: string, note: string | null): Promise<void> {
  await trx
    .updateTable('interviews')
    .set({ declined_at: sql<string>`now()`, decline_note: note })
    .where('id', '=', id)
    .execute();
}

/** Changes the plan of an interview and raises its revision. */
export async function updatePlan(
  trx: Transaction,
  companyId: string,
  id: string,
  plan: Partial<
    Pick<
      Updateable<InterviewTable>,
      | 'scheduled_at'
      | 'time_zone'
      | 'minutes'
      | 'call_link'
      | 'template_id'
      | 'typing_mode'
      | 'interviewer_id'
      | 'interviewer_name'
    >
  >,
): Promise<void> {
  await trx
    .updateTable('interviews')
    .set({ ...plan, ...nextRevision })
    // After a new time the candidate may decline again.
    .$if(plan.scheduled_at !== undefined, (query) => query.set({ declined_at: null, decline_note: null }))
    .where('company_id', '=', companyId)
    .where('id', '=', id)
    .execute();
}

/** Raises the revision of a plan, because calendars take a change of an event only with a higher one. */
export async function raiseRevision(trx: Transaction, companyId: string, id: string): Promise<void> {
  const query = trx.updateTable('interviews').set(nextRevision);
  await query.where('company_id', '=', companyId).where('id', '=', id).execute();
}
