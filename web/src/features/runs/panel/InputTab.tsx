import { STDIN_MAX } from '@cip/contracts/runs/run-limits';
import { useStore } from '../../../shared/store.ts';
import type { RunSession } from '../session/run-session.ts';
import styles from './runs.module.css';

const EXPLANATION = 'Text that the program reads from its standard input.';
const SHARED = 'Everyone here sees and changes it.';
const WHEN_EMPTY = 'Leave it empty to type while Python runs.';
/** Whether this browser can pause a program until people have typed a line (JSPI). */
const CAN_PAUSE = 'Suspending' in WebAssembly;

/** The input of the room's next run. */
export function InputTab({ session }: { session: RunSession }) {
  const stdin = useStore(session.input.store);
  const canAsk = useStore(session.room.state, ({ language }) => language === 'python' && CAN_PAUSE);
  return (
    <label className={styles.field}>
      <span className="visually-hidden">Input</span>
      <textarea
        className={styles.text}
        value={stdin}
        maxLength={STDIN_MAX}
        placeholder={[EXPLANATION, !session.room.isAlone && SHARED, canAsk && WHEN_EMPTY].filter(Boolean).join(' ')}
        spellCheck={false}
        autoCapitalize="off"
        onChange={(event) => session.input.write(event.target.value)}
      />
    </label>
  );
}
