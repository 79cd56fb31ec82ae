import { STDIN_MAX } from '@cip/contracts/runs';
import { useStore } from '../../../shared/store.ts';
import type { RunSession } from '../session/run-session.ts';
import styles from './runs.module.css';

/** The input of the room's next run. */
export function InputTab({ session }: { session: RunSession }) {
  const stdin = useStore(session.input.store);
  return (
    <label className={styles.field}>
      <span className="visually-hidden">Input</span>
      <textarea
        className={styles.text}
        value={stdin}
        maxLength={STDIN_MAX}
        placeholder="Text that the program reads from its standard input. Everyone here sees and changes it."
        spellCheck={false}
        autoCapitalize="off"
        onChange={(event) => session.input.write(event.target.value)}
      />
    </label>
  );
}
