import type { PublicInterview } from '@cip/contracts/interviews';
import { storedUntil } from '../../prejoin/stored-until.ts';
import styles from './candidate.module.css';

/** What the candidate does, what others see of it, and what is stored. */
export function Expectations({ interview }: { interview: PublicInterview }) {
  return (
    <ul className={styles.expect}>
      <li>You and your interviewer share one editor. Nothing to install, no account.</li>
      <li>Shared: your name and what you type in the editor. Not your camera, microphone or screen.</li>
      <li>
        Recorded: the code, each edit, runs, and who joins or leaves, <span data-until>{storedUntil(interview)}</span>.
      </li>
    </ul>
  );
}
