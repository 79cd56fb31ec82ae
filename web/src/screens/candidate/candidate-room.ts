import type { PublicInterview } from '@cip/contracts/interviews';
import type { CandidatePlace } from '../../features/interviews/candidate-place.ts';
import { lazyPart } from '../../shared/ui/loading/lazy-part.tsx';

const load = () => import('../room/CandidateRoom.tsx');

/** The room, which brings the editor along: the join card must be there long before. */
export const CandidateRoom = lazyPart(async () => {
  const room = await load();
  room.prepareRoom();
  return room.CandidateRoom;
});

/** Enters the room before its screen is drawn. Rejects when its files do not come. */
export async function enterAhead(interview: PublicInterview, place: CandidatePlace): Promise<void> {
  const [room] = await Promise.all([load(), CandidateRoom.preload()]);
  room.enterAhead(interview, place);
}
