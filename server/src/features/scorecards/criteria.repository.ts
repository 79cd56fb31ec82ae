import type { Criterion } from '@cip/contracts/scorecards/card-content';
import type { Database, Transaction } from '../../platform/database/database.ts';

/** The criteria of an interview without a template. */
const DEFAULT_CRITERIA: Criterion[] = [
  {
    id: 'understanding',
    name: 'Understands the problem',
    meanings: [
      'Started without grasping the task; hints did not help.',
      'Grasped the main case after hints; missed what was not said.',
      'Asked the right questions and named the limits before coding.',
      'Saw edge cases and trade-offs that the task did not mention.',
    ],
  },
  {
    id: 'code',
    name: 'Writes working code',
    meanings: [
      'No part of the solution runs.',
      'Parts run; the whole needed much help.',
      'A working and readable solution with little help.',
      'A clean, complete solution without help, and time left to improve it.',
    ],
  },
  {
    id: 'testing',
    name: 'Tests and finds faults',
    meanings: [
      'Did not test, and did not find a fault when told of one.',
      'Tested the plain case only; found faults with help.',
      'Chose good cases and fixed faults alone.',
      'Tested edge cases unasked and explained why each fault occurred.',
    ],
  },
  {
    id: 'explaining',
    name: 'Explains and listens',
    meanings: [
      'Silent or unclear; did not take up what was said.',
      'Explained when asked; took up some hints.',
      'Thought aloud clearly and took up hints.',
      'Explained choices with reasons and made the talk better for both.',
    ],
  },
];

/** Returns the criteria that an interview's scorecards rate: fixed ones, else its template's, else the default ones. */
export async function criteriaOf(db: Database, interviewId: string): Promise<Criterion[]> {
  const row = await db
    .selectFrom('interviews')
    .leftJoin('interview_criteria', 'interview_criteria.interview_id', 'interviews.id')
    .leftJoin('interview_templates', 'interview_templates.id', 'template_id')
    .select(['interview_criteria.criteria as fixed', 'interview_templates.criteria as templates'])
    .where('interviews.id', '=', interviewId)
    .executeTakeFirst();
  if (row?.fixed) return row.fixed;
  const ofTemplate =
    row?.templates?.map(({ name, meanings }, index) => ({ id: `c${index + 1}`, name, meanings })) ?? [];
  return ofTemplate.length > 0 ? ofTemplate : DEFAULT_CRITERIA;
}

/** Fixes the criteria of an interview, so that its scorecards stay comparable if its template changes. */
export async function fixCriteria(trx: Transaction, interviewId: string): Promise<Criterion[]> {
  const criteria = await criteriaOf(trx, interviewId);
  await trx
    .insertInto('interview_criteria')
    .values({ interview_id: interviewId, criteria: JSON.stringify(criteria) })
    .onConflict((conflict) => conflict.column('interview_id').doNothing())
    .execute();
  return criteriaOf(trx, interviewId);
}
