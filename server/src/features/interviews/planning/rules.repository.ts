import type { InterviewRule } from '@cip/contracts/rooms/rules';
import { sql, type Transaction } from 'kysely';
import type { Database, Tables } from '../../../platform/database/database.ts';
import { preparedQuery } from '../../../platform/database/prepared-query.ts';

/** Stores the rule of an interview. Returns false if it was stored already. */
export async function setRule(
  trx: Transaction<Tables>,
  interviewId: string,
  rule: InterviewRule | null,
): Promise<boolean> {
  const text = rule && JSON.stringify(rule);
  const { numUpdatedRows } = await trx
    .updateTable('interviews')
    .set({ rule: text })
    .where('id', '=', interviewId)
    .where(sql<boolean>`rule is distinct from ${text}::jsonb`)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

/** Returns the rule of an interview; null if it has none. */
export async function findRule(db: Database, interviewId: string): Promise<InterviewRule | null> {
  const [row] = await selectRule(db, { interviewId });
  return row?.rule ?? null;
}

const selectRule = preparedQuery((db, { interviewId }: { interviewId: string }) =>
  db.selectFrom('interviews').select('rule').where('id', '=', interviewId),
);

/** Returns the interviews in the list whose rule changed within these seconds while they ran, with that rule. */
export async function findChanged(
  db: Database,
  interviewIds: string[],
  seconds: number,
): Promise<{ id: string; rule: InterviewRule | null }[]> {
  const { rows } = await sql<{ id: string; rule: InterviewRule | null }>`
    select id, rule from interviews where id = any(${interviewIds}::uuid[]) and exists (
      select from timeline_events where interview_id = interviews.id and kind = 'rule'
        and at > clock_timestamp() - make_interval(secs => ${seconds})
    )`.execute(db);
  return rows;
}
