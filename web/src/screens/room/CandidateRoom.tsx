import type { PublicInterview } from '@cip/contracts/interviews';

export interface CandidateRoomProps {
  interview: PublicInterview;
  token: string;
  participantId: string;
  name: string;
}

/** The room as the candidate sees it. */
export function CandidateRoom({ interview, name }: CandidateRoomProps) {
  return (
    <p>
      {interview.room_code} {name}
    </p>
  );
}
