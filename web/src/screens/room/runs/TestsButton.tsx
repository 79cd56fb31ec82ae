import { useStore } from '../../../shared/store.ts';
import type { ReadableStore } from '../../../shared/store.ts';
import { Button } from '../../../shared/ui/plain/Button.tsx';
import type { LiveRoom } from '../live/live-room.ts';
import { useRoomState } from '../live/useLiveRoom.ts';
import { pressRun } from './load-runs.ts';
import { pressOnce } from './press-once.ts';
import styles from './room-runs.module.css';

const NOT_LOADED: ReadableStore<null> = { get: () => null, subscribe: () => ({ unsubscribe: () => undefined }) };

/** Runs the test files of the room; nothing if the room cannot run them. */
export function TestsButton({ room }: { room: LiveRoom }) {
  const runs = useStore(room.runs);
  const hasEditor = useStore(room.editor, (editor) => editor !== null);
  const language = useRoomState(room, (state) => state.language);
  const isOver = useRoomState(room, (state) => state.ended !== null || state.barred !== null);
  const store: ReadableStore<unknown> = runs?.session.store ?? NOT_LOADED;
  const ability = useStore(store, () => runs?.session.abilityFor(language) ?? 'run');
  if (ability === 'off' || ability === 'no runtime') return null;
  const isReady = ability === 'run' && (runs !== null || hasEditor);
  return (
    <span className={styles.run} data-run-tests onPointerDown={(event) => event.preventDefault()}>
      <Button size="sm" disabled={isOver || !isReady} onKeyDown={pressOnce} onClick={() => pressRun(room, true)}>
        Run tests
      </Button>
    </span>
  );
}
