import { decideAdmission, setAsking } from '../../features/interviews/admissions/admissions.service.ts';
import { joinAsCandidate, type SignedIn } from '../builders.ts';
import type { TestApp } from '../test-app.ts';

/** The candidates of an interview who may not enter its room. */
export const OUTSIDE = ['waiting', 'sent back'] as const;
export type Outside = (typeof OUTSIDE)[number];

type Owner = Pick<SignedIn, 'company' | 'email'>;

interface Room {
  id: string;
  roomCode: string;
}

async function hostOf({ ctx: { db } }: TestApp, { company, email }: Owner, { id, roomCode }: Room) {
  const user = await db.selectFrom('users').select('id').where('email', '=', email).executeTakeFirstOrThrow();
  return { interviewId: id, companyId: company.id, roomCode, userId: user.id };
}

/** Turns a room's waiting room on. */
export async function startAsking(node: TestApp, owner: Owner, room: Room): Promise<void> {
  await setAsking(node.ctx, await hostOf(node, owner, room), true);
}

/** Joins a candidate who is sent back and one more who waits, and returns their tokens; the waiting room stays on. */
export async function joinOutside(node: TestApp, owner: Owner, room: Room): Promise<Record<Outside, string>> {
  const host = await hostOf(node, owner, room);
  const { roomCode } = room;
  const sentBack = await joinAsCandidate(node, roomCode);
  await decideAdmission(node.ctx, host, { participantId: sentBack.participant_id }, 'sendBack');
  return { waiting: (await joinAsCandidate(node, roomCode)).token, 'sent back': sentBack.token };
}
