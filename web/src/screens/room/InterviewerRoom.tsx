import type { InterviewWithCode } from '@cip/contracts/interviews';

/** The room as the interviewer sees it. */
export function InterviewerRoom({ interview }: { interview: InterviewWithCode }) {
  return <p>{interview.room_code}</p>;
}
