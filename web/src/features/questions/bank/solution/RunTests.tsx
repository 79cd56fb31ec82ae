import { Button } from '../../../../shared/ui/joy/Button.tsx';
import styles from '../form/question-editor.module.css';
import type { Solution } from './use-solution.ts';

/** Renders the button that runs all tests against the solution, and their result in a line. */
export function RunTests({ solution: { isRunning, status, run, stop } }: { solution: Solution }) {
  return (
    <>
      <p className={styles.status} role="status">
        {status}
      </p>
      <Button size="sm" title="Ctrl+Enter" onClick={isRunning ? stop : run}>
        {isRunning ? 'Stop' : 'Run all'}
      </Button>
    </>
  );
}
