import { Button } from '../../../shared/ui/plain/Button.tsx';
import type { LiveRoom } from '../live/live-room.ts';
import styles from '../room.module.css';

/** Opens the question beside the code again. */
export function ShowQuestion({ room }: { room: LiveRoom }) {
  return (
    <span className={styles.unfold}>
      <Button size="sm" onClick={() => room.panes.showQuestion()}>
        Show the question
      </Button>
    </span>
  );
}
