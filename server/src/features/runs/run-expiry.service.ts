import type { DbContext, RoomContext } from '../../context.ts';
import * as expiry from './run-expiry.repository.ts';

/** Changes within this time are looked for, in seconds: longer than the pause between two looks. */
const CHANGED_WITHIN_S = 4;

export { endRunOf } from './run-expiry.repository.ts';

/** Ends runs whose device is gone or too late, and announces it. */
export async function endExpiredRuns({ db, rooms }: RoomContext): Promise<void> {
  for (const { id, interview_id: interviewId, result } of await expiry.endExpiredRuns(db))
    rooms.announce(interviewId, 'run:ended', { id, end: result });
}

/** Returns the interviews in the list whose runs changed a moment ago; for a node that hears nothing from others. */
export async function findChangedRuns({ db }: DbContext, interviewIds: string[]): Promise<string[]> {
  return interviewIds.length > 0 ? expiry.findChangedRuns(db, interviewIds, CHANGED_WITHIN_S) : [];
}
