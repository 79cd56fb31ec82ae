import { Button } from '../../../../shared/ui/joy/Button.tsx';
import { pressOnce } from '../../../../shared/ui/plain/press-once.ts';
import styles from '../form/question-editor.module.css';
import type { Solution } from './use-solution.ts';

/** Renders the button that runs all tests against the solution, and their result in a line. */
export function RunTests({ solution: { isRunning, status, run, stop } }: { solution: Solution }) {
  return (
    <>
      <p className={styles.status} role="status">
        {status}
      </p>
      <Button size="sm" title="Ctrl+Enter" onKeyDown={pressOnce} onClick={isRunning ? stop : run}>
        {isRunning ? 'Stop' : 'Run all'}
      </Button>
    </>
  );
}
