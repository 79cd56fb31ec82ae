import type { PublicInterview } from '@cip/contracts/interviews/public-interviews';
import { storedUntil } from '../../prejoin/card-texts.ts';
import styles from './candidate.module.css';

/** Explains the candidate's part, the view of the others, and the stored data. */
export function Expectations({ interview }: { interview: PublicInterview }) {
  return (
    <ul className={styles.expect}>
      <li>{interview.status === 'scheduled' && 'Early? That’s fine: this page waits. '}Nothing to install.</li>
      <li>Shared: your name and what you type in the editor. Not your camera, microphone or screen.</li>
      <li>
        Recorded: the code, each edit, runs, and who joins or leaves, <span data-until>{storedUntil(interview)}</span>.
      </li>
    </ul>
  );
}
