import { useNavigate } from '@tanstack/react-router';
import type { CandidatePlace } from '../../features/interviews/candidate-place.ts';
import { forgetEnded } from '../left-text/forget-ended.ts';

/** Returns a function that leads to the main page, and removes the candidate's place in the interview. */
export function useLeaveEnded(roomCode: string, place: Pick<CandidatePlace, 'participantId'> | null): () => void {
  const navigate = useNavigate();
  const leave = async () => {
    if (place) await forgetEnded(roomCode, place.participantId);
    await navigate({ to: '/' });
  };
  return () => void leave();
}
