import { candidateLink } from '../interview-text.ts';
import { CopyButton } from './CopyButton.tsx';

/** Renders a button that copies the candidate's link of a room, and shows that it did. */
export function CopyLink({ roomCode }: { roomCode: string }) {
  return (
    <CopyButton
      label="Copy link"
      text={candidateLink(roomCode)}
      copied="Interview link copied to clipboard!"
      failed="Failed to copy link"
    />
  );
}
