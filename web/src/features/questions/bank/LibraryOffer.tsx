import { EmptyState } from '../../../shared/ui/feedback/EmptyState.tsx';
import { Button } from '../../../shared/ui/joy/Button.tsx';
import styles from './questions.module.css';
import { useLibrary } from './use-archive.ts';

/** Renders the offer of the first library if a company has no questions. */
export function LibraryOffer({ count }: { count: number }) {
  const { add, remove } = useLibrary();
  const busy = add.busy || remove.busy;
  return (
    <EmptyState
      title={`Start with ${count} questions`}
      action={
        <div className={styles.offer}>
          <Button look="primary" disabled={busy} busy={add.busy} busyText="Adding..." onClick={() => add.start()}>
            {`Add ${count} questions`}
          </Button>
          <Button look="quiet" disabled={busy} onClick={() => remove.start()}>
            No, thanks
          </Button>
        </div>
      }
    >
      Debugging, SQL and coding tasks in JavaScript and Python. Each has tests, hints in order and follow-ups for
      interviewers. They are yours to change, and you can remove them together.
    </EmptyState>
  );
}
