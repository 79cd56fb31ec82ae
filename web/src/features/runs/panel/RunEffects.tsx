import { useStore } from '../../../shared/store.ts';
import type { RunSession } from '../session/run-session.ts';
import { RunAnnouncement } from './RunAnnouncement.tsx';
import { useErrorMark } from './useErrorMark.ts';
import type { MarkableEditor } from './useErrorMark.ts';

/** The effects of runs outside their pane: the mark of an error in the editor, and announcements for screen readers. */
export function RunEffects({ session, editor }: { session: RunSession; editor: MarkableEditor | null }) {
  const run = useStore(session.store, (state) => state.run);
  useErrorMark(editor, session.room, run);
  return <RunAnnouncement session={session} />;
}
