import styles from './candidate.module.css';

/** What a candidate's part is, what others see of it, and what is kept. */
export function Expectations() {
  return (
    <ul className={styles.expect}>
      <li>You and the interviewer write in one editor. Nothing to install, no account.</li>
      <li>Shared: your name and what you type in the editor. Not your camera, microphone or screen.</li>
      <li>The code and its edits are kept with the interview for the company.</li>
    </ul>
  );
}
