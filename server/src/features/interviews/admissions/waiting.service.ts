import type { Reply } from '@cip/contracts/protocol/endpoint';
import {
  OPEN_ROOM,
  WAITING_MAX,
  type listWaitingCandidates,
  type RoomAdmissions,
} from '@cip/contracts/interviews/admissions';
import type { DbContext } from '../../../context.ts';
import type { Database, Transaction } from '../../../platform/database/database.ts';
import { recordEvent } from '../../timeline/timeline.service.ts';
import * as admissions from './admissions.repository.ts';
import { listActive } from '../open-interviews.repository.ts';
import { type Scope } from '../scope.service.ts';

/** Marks a candidate as connected and returns since when they wait; null if they do not wait. */
export function startWaiting({ db }: DbContext, interviewId: string, candidateId: string): Promise<string | null> {
  return db.transaction().execute(async (trx) => {
    const found = await admissions.markConnected(trx, candidateId);
    // If a candidate was away for too long, they wait anew.
    if (found?.wasAway) await recordWaiting(trx, interviewId, candidateId, found.name);
    return found?.since ?? null;
  });
}

/** Records that a candidate waits to be admitted. */
export function recordWaiting(trx: Transaction, interviewId: string, candidateId: string, name: string): Promise<void> {
  return recordEvent(trx, { interviewId, participantId: candidateId }, { kind: 'waiting', data: { name } });
}

/** Returns who may enter rooms and who waits for them. */
export async function readAdmissions(db: Database, interviewIds: string[]): Promise<Map<string, RoomAdmissions>> {
  const guarded = interviewIds.length === 0 ? [] : await admissions.listGuarded(db, interviewIds);
  const asking = guarded.flatMap(({ id, asksBeforeAdmitting }) => (asksBeforeAdmitting ? [id] : []));
  const all = asking.length === 0 ? [] : await admissions.listWaiting(db, asking);
  const states = new Map(interviewIds.map((id) => [id, OPEN_ROOM]));
  for (const { id, ...switches } of guarded) {
    const own = all.filter(({ interviewId }) => interviewId === id);
    const shown = own
      .slice(0, WAITING_MAX)
      .map(({ id: candidateId, name, since }) => ({ id: candidateId, name, since }));
    states.set(id, { ...switches, waiting: shown, waitingCount: own.length });
  }
  return states;
}

/** Returns the running interviews in scope for which candidates wait. */
export async function listWaitingRooms({ db }: DbContext, scope: Scope): Promise<Reply<typeof listWaitingCandidates>> {
  const active = await listActive(db, scope);
  const rooms = await readAdmissions(
    db,
    active.map(({ id }) => id),
  );
  const data = active.map(({ id, room_code }) => {
    const { waiting, waitingCount } = rooms.get(id) ?? OPEN_ROOM;
    return { interview_id: id, room_code, waiting, waiting_count: waitingCount };
  });
  return { data: data.filter(({ waiting_count: count }) => count > 0) };
}
