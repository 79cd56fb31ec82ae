import type { ReactNode } from 'react';
import { Button } from '../../../shared/ui/plain/Button.tsx';
import type { RunSession } from '../../../features/runs/session/run-session.ts';
import { useStore } from '../../../shared/store.ts';
import type { LiveRoom } from '../live/live-room.ts';
import { useRoomState } from '../live/useLiveRoom.ts';
import { pressRun } from './load-runs.ts';
import { pressOnce } from '../../../shared/ui/plain/press-once.ts';
import styles from './room-runs.module.css';

/** Run, or Stop while the room's run goes on. If the language does not run, the reason is in its place. */
export function RunButton({ room }: { room: LiveRoom }) {
  const runs = useStore(room.runs);
  const hasEditor = useStore(room.editor, (editor) => editor !== null);
  const isOver = useRoomState(room, (state) => state.ended !== null || state.barred !== null);
  if (runs) return <KnownRunButton room={room} session={runs.session} isOver={isOver} />;
  return <RunOrStop isStop={false} disabled={isOver || !hasEditor} onClick={() => pressRun(room)} />;
}

interface KnownRunButtonProps {
  room: LiveRoom;
  session: RunSession;
  isOver: boolean;
}

function KnownRunButton({ room, session, isOver }: KnownRunButtonProps) {
  const language = useRoomState(room, (state) => state.language);
  const ability = useStore(session.store, () => session.abilityFor(language));
  if (ability === 'off' || ability === 'no runtime') {
    const reason = session.whyNot(language);
    return (
      <span className={styles.cannot} title={reason}>
        {reason}
      </span>
    );
  }
  const isStop = ability === 'stop';
  return <RunOrStop isStop={isStop} disabled={isOver} onClick={() => pressRun(room)} />;
}

interface RunOrStopProps {
  isStop: boolean;
  disabled: boolean;
  onClick: () => void;
}

/** The button itself: Run or Stop, as wide for both. */
export function RunOrStop({ isStop, disabled, onClick }: RunOrStopProps): ReactNode {
  // If the pointer presses it, the focus stays in the editor; a keyboard can still reach the button.
  return (
    <span className={styles.run} onPointerDown={(event) => event.preventDefault()}>
      <Button
        size="sm"
        busyText={isStop ? 'Run' : 'Stop'}
        icon={<Sign isStop={isStop} />}
        disabled={disabled}
        onKeyDown={pressOnce}
        onClick={onClick}
      >
        {isStop ? 'Stop' : 'Run'}
      </Button>
    </span>
  );
}

/** A triangle or a square. Drawn here, because the icon set's would be one more file for every device. */
function Sign({ isStop }: { isStop: boolean }) {
  return (
    <svg width="12" height="12" viewBox="0 0 12 12" fill="currentColor" aria-hidden>
      {isStop ? <rect x="2" y="2" width="8" height="8" rx="1" /> : <path d="M3 1.2v9.6L11 6z" />}
    </svg>
  );
}
