import { decideAdmission } from '../../features/interviews/admissions.service.ts';
import { joinAsCandidate, type SignedIn } from '../builders.ts';
import type { TestApp } from '../test-app.ts';

/** The candidates of an interview who may not enter its room. */
export const OUTSIDE = ['waiting', 'sent back'] as const;
export type Outside = (typeof OUTSIDE)[number];

/** Joins a candidate who is sent back and one who waits, and returns their tokens; from then on the room asks. */
export async function joinOutside(
  node: TestApp,
  { company, email }: Pick<SignedIn, 'company' | 'email'>,
  { id, roomCode }: { id: string; roomCode: string },
): Promise<Record<Outside, string>> {
  const { db } = node.ctx;
  const user = await db.selectFrom('users').select('id').where('email', '=', email).executeTakeFirstOrThrow();
  const host = { interviewId: id, companyId: company.id, roomCode, userId: user.id };
  const sentBack = await joinAsCandidate(node, roomCode);
  await decideAdmission(node.ctx, host, { participantId: sentBack.participant_id }, 'sendBack');
  return { waiting: (await joinAsCandidate(node, roomCode)).token, 'sent back': sentBack.token };
}
