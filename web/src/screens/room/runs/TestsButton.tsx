import ListChecks from 'lucide-react/icons/list-checks';
import { useStore } from '../../../shared/store.ts';
import type { ReadableStore } from '../../../shared/store.ts';
import { Button } from '../../../shared/ui/plain/Button.tsx';
import { IconButton } from '../../../shared/ui/plain/IconButton.tsx';
import type { EditorRoom } from '../live/editor-room.ts';
import { useRoomState } from '../live/useLiveRoom.ts';
import { pressOnce } from '../../../shared/ui/plain/press-once.ts';
import styles from './room-runs.module.css';

const NOT_LOADED: ReadableStore<null> = { get: () => null, subscribe: () => ({ unsubscribe: () => undefined }) };

export interface TestsButtonProps {
  room: EditorRoom;
  isIcon?: boolean;
  onPress: () => void;
}

/** Runs the test files of the room; nothing if the room cannot run them. Among a phone's keys it is an icon. */
export function TestsButton({ room, isIcon = false, onPress }: TestsButtonProps) {
  const runs = useStore(room.runs);
  const hasEditor = useStore(room.editor, (editor) => editor !== null);
  const language = useRoomState(room, (state) => state.language);
  const isOver = useRoomState(room, (state) => state.ended !== null || state.barred !== null);
  const store: ReadableStore<unknown> = runs?.session.store ?? NOT_LOADED;
  const ability = useStore(store, () => runs?.session.abilityFor(language) ?? 'run');
  if (ability === 'off' || ability === 'no runtime') return null;
  const isReady = ability === 'run' && (runs !== null || hasEditor);
  const press = { disabled: isOver || !isReady, onKeyDown: pressOnce, onClick: onPress };
  return (
    <span className={styles.run} data-run-tests onPointerDown={(event) => event.preventDefault()}>
      {isIcon ? (
        <IconButton label="Run tests" {...press}>
          <ListChecks size={18} aria-hidden />
        </IconButton>
      ) : (
        <Button size="sm" {...press}>
          Run tests
        </Button>
      )}
    </span>
  );
}
