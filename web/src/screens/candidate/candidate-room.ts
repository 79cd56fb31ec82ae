import type { PublicInterview } from '@cip/contracts/interviews';
import type { CandidatePlace } from '../../features/interviews/candidate-place.ts';
import { lazyPart } from '../../shared/ui/loading/lazy-part.tsx';

const load = () => import('../room/CandidateRoom.tsx');

/** The room with its editor, loaded on demand: the join card shows long before. */
export const CandidateRoom = lazyPart(async () => {
  const room = await load();
  room.prepareRoom();
  return room.CandidateRoom;
});

/** Enters the room before its screen renders. Rejects when its files fail to load. */
export async function enterAhead(interview: PublicInterview, place: CandidatePlace): Promise<void> {
  const [room] = await Promise.all([load(), CandidateRoom.preload()]);
  room.enterAhead(interview, place);
}
