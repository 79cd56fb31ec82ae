import type { PublicInterview } from '@cip/contracts/interviews/public-interviews';
import type { CandidatePlace } from '../../features/interviews/candidate-place.ts';
import { lazyPart } from '../../shared/ui/loading/lazy-part.tsx';

const load = () => import('../room/candidate/CandidateRoom.tsx');

/** The room with its editor, loaded on demand, because the join card shows long before. */
export const CandidateRoom = lazyPart(async () => {
  const room = await load();
  room.prepareRoom();
  return room.CandidateRoom;
});

/** Loads the room and the files that run its code. */
export const prepareRoom = async () => (await import('./prepare-room.ts')).prepareRoom();

/**
 * Enters the room before its screen renders, once its files are loaded, if the visitor has not left by then. Does
 * nothing if they fail to load, because the room shows that.
 */
export async function enterAhead(
  interview: PublicInterview,
  place: CandidatePlace,
  isWanted = () => true,
): Promise<void> {
  const room = await Promise.all([load(), CandidateRoom.preload()]).then(
    ([loaded]) => loaded,
    () => null,
  );
  if (room && isWanted()) room.enterAhead(interview, place);
}
