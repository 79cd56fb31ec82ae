import type { Handshake } from '@cip/contracts/rooms/rooms';
import type { Interview } from '@cip/contracts/interviews/interviews';
import { joinAsCandidate, quickStart, registerCompany, type SignedIn } from '../builders.ts';
import type { TestApp } from '../test-app.ts';

/** An active interview, with the handshakes of its interviewer and candidate. */
export interface LiveRoom {
  owner: SignedIn;
  interview: Interview;
  roomCode: string;
  interviewer: Handshake;
  candidate: Handshake;
}

/** Registers a company, starts an interview and joins a candidate. */
export async function startLiveRoom(node: TestApp): Promise<LiveRoom> {
  const owner = await registerCompany(node, { plan: 'enterprise', name: 'Acme' });
  const interview = await quickStart(node, owner);
  const roomCode = interview.room_code;
  const interviewer: Handshake = { roomCode, userName: 'Ines', userType: 'interviewer', authToken: owner.token };
  return { owner, interview, roomCode, interviewer, candidate: await candidateOf(node, roomCode, 'Ada') };
}

/** Joins a candidate by the link and returns their handshake. */
export async function candidateOf(node: TestApp, roomCode: string, name: string): Promise<Handshake> {
  const { token } = await joinAsCandidate(node, roomCode, name);
  return { roomCode, userName: name, userType: 'candidate', authToken: token };
}

/** Ends an interview as another node just did: its sockets are still open, and stay so. */
export async function endElsewhere({ ctx }: Pick<TestApp, 'ctx'>, { id }: Pick<Interview, 'id'>): Promise<void> {
  // Ahead of the clock, because a node closes the sockets of an interview that ended a while ago.
  const ended_at = new Date(Date.now() + 3_600_000).toISOString();
  await ctx.db.updateTable('interviews').set({ status: 'completed', ended_at }).where('id', '=', id).execute();
}
