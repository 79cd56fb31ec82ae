import type { DbContext, RoomContext } from '../../context.ts';
import * as expiry from './run-expiry.repository.ts';

export { endRunOf } from './run-expiry.repository.ts';

/** Ends runs whose device is gone or too late, and announces it. */
export async function endExpiredRuns({ db, rooms }: RoomContext): Promise<void> {
  for (const { id, interview_id: interviewId, result } of await expiry.endExpiredRuns(db))
    rooms.announce(interviewId, 'run:ended', { id, end: result });
}

/** Returns the interviews in the list whose runs changed within `seconds`; for a node that may not have heard of it. */
export async function findChangedRuns({ db }: DbContext, interviewIds: string[], seconds: number): Promise<string[]> {
  return interviewIds.length > 0 ? expiry.findChangedRuns(db, interviewIds, seconds) : [];
}
