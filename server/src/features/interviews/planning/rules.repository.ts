import { DEFAULT_COMPLETION, type Completion, type InterviewRule, type Rules } from '@cip/contracts/rooms/rules';
import { sql } from 'kysely';
import type { Database, Transaction } from '../../../platform/database/database.ts';
import { hasChanged } from '../../../platform/database/endings.ts';
import { preparedQuery } from '../../../platform/database/prepared-query.ts';

/** Stores the rule of an interview. Returns false if it was stored already. */
export function setRule(trx: Transaction, interviewId: string, rule: InterviewRule | null): Promise<boolean> {
  const text = rule && JSON.stringify(rule);
  return trx
    .updateTable('interviews')
    .set({ rule: text })
    .where('id', '=', interviewId)
    .where(sql<boolean>`rule is distinct from ${text}::jsonb`)
    .$call(hasChanged);
}

/** Stores the completion of an interview. Returns false if it was stored already. */
export function setCompletion(trx: Transaction, interviewId: string, completion: Completion): Promise<boolean> {
  return trx
    .updateTable('interviews')
    .set({ completion })
    .where('id', '=', interviewId)
    .where('completion', '!=', completion)
    .$call(hasChanged);
}

/** Returns the rules of an interview; no rule and no completion if it is gone. */
export async function findRules(db: Database, interviewId: string): Promise<Rules> {
  const [row] = await selectRules(db, { interviewId });
  return row ?? { rule: null, completion: DEFAULT_COMPLETION };
}

const selectRules = preparedQuery((db, { interviewId }: { interviewId: string }) =>
  db.selectFrom('interviews').select(['rule', 'completion']).where('id', '=', interviewId),
);

/** The rules of an interview. */
export type ChangedRules = Rules & { id: string };

/** Returns the interviews in the list whose rules changed within these seconds while they ran, with them. */
export async function findChanged(db: Database, interviewIds: string[], seconds: number): Promise<ChangedRules[]> {
  const { rows } = await sql<ChangedRules>`
    select id, rule, completion from interviews where id = any(${interviewIds}::uuid[]) and exists (
      select from timeline_events where interview_id = interviews.id and kind in ('rule', 'completion')
        and at > clock_timestamp() - make_interval(secs => ${seconds})
    )`.execute(db);
  return rows;
}
