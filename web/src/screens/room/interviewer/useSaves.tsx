import type { InterviewWithCode } from '@cip/contracts/interviews/interviews';
import type { EditorTheme } from '../../../features/documents/editor/languages/editor-pane.ts';
import { outboxEntries } from '../../../features/outbox/page-outbox.ts';
import { useStore } from '../../../shared/store.ts';
import { HeldLines } from '../HeldLines.tsx';
import { changeTypingMode } from '../live/live-room.ts';
import type { LiveRoom } from '../live/live-room.ts';
import { CodeStatus } from '../stage/CodeStatus.tsx';
import { RefusedSaves, UnsavedCode } from '../actions/RefusedSaves.tsx';
import { useSaveCode } from '../actions/useSaveCode.ts';

/** Returns the Save button's action, the line with the state of saves, and notices about failed saves. */
export function useSaves(room: LiveRoom, interview: InterviewWithCode, theme: EditorTheme) {
  const queued = useStore(outboxEntries).filter(({ interviewId }) => interviewId === interview.id);
  const refused = queued.filter((entry) => entry.refused);
  const { isSaving, save, unsavedCode, dismissUnsavedCode } = useSaveCode(room, interview, theme);
  const counts = { waiting: queued.length - refused.length, refused: refused.length };
  return {
    isSaving,
    save,
    saveState: (
      <>
        <CodeStatus room={room} saves={{ isSaving, ...counts, isLost: unsavedCode !== null }} />
        <HeldLines room={room} onRealtime={() => void changeTypingMode(room, 'instant')} />
      </>
    ),
    saveNotices: (
      <>
        <RefusedSaves saves={refused} />
        {unsavedCode !== null && <UnsavedCode copy={unsavedCode} onDismiss={dismissUnsavedCode} />}
      </>
    ),
  };
}
