import styles from './candidate.module.css';

/** What the candidate does, what others see of it, and what is stored. */
export function Expectations() {
  return (
    <ul className={styles.expect}>
      <li>You and your interviewer share one editor. Nothing to install, no account.</li>
      <li>Shared: your name and what you type in the editor. Not your camera, microphone or screen.</li>
      <li>The company keeps the code and its edit history.</li>
    </ul>
  );
}
