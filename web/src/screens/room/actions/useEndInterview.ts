import type { InterviewWithCode } from '@cip/contracts/interviews/interviews';
import { ENDED_MESSAGE } from '@cip/contracts/rooms/rooms';
import { useNavigate } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import type { EditorTheme } from '../../../features/documents/editor/languages/editor-pane.ts';
import { outbox } from '../../../features/outbox/page-outbox.ts';
import { toast } from '../../../shared/ui/feedback/toast-store.ts';
import type { LiveRoom } from '../live/live-room.ts';
import { sendOrKeep } from './send-or-keep.ts';
import type { SendOutcome } from './send-or-keep.ts';
import { toSession } from './to-session.ts';
import { saveQuietly } from './useSaveCode.ts';

/** The delay from the end to the session's page (ms, spec section 9). */
const LEAVE_AFTER_MS = 1_500;

export type Ending = 'no' | 'asking' | 'ending' | 'ended';

type Ended = Pick<InterviewWithCode, 'id' | 'room_code'>;

/**
 * Ends the interview: save, broadcast, end, toast, leave (spec section 4). If the server is unreachable, the outbox
 * queues the end.
 */
export function useEndInterview(room: LiveRoom, interview: Ended, theme: EditorTheme) {
  const navigate = useNavigate();
  const [ending, setEnding] = useState<Ending>('no');
  const { id } = interview;
  useEffect(() => {
    if (ending !== 'ended') return;
    const timer = setTimeout(() => void navigate(toSession({ id })), LEAVE_AFTER_MS);
    return () => clearTimeout(timer);
  }, [ending, navigate, id]);

  const end = async () => {
    setEnding('ending');
    const outcome = await endNow(room, interview, theme);
    if (outcome.kind === 'refused' || outcome.kind === 'nowhere') {
      setEnding('no');
      // Discarded, because the toast has shown it, and End can be pressed again.
      if (outcome.kind === 'refused' && outcome.entry) await outbox.discard(outcome.entry.sequence);
      return toast('bad', 'Failed to end session');
    }
    setEnding('ended');
    if (outcome.kind === 'sent') room.connection.markEnded(ENDED_MESSAGE, '');
    await room.code.deleteLocalData();
    toast('good', outcome.kind === 'sent' ? 'Session ended successfully' : 'Saved offline');
  };
  return { ending, ask: () => setEnding('asking'), cancel: () => setEnding('no'), end: () => void end() };
}

async function endNow(room: LiveRoom, interview: Ended, theme: EditorTheme): Promise<SendOutcome> {
  const saved = await saveQuietly(room, interview, theme);
  // Ending must not lose unsent text that exists only in this tab.
  if (saved.kind === 'nowhere' && room.code.unsaved) return saved;
  if (room.code.store.get().isTypingAside) return { kind: 'nowhere', message: '' };
  // The end is queued too, because a queued save must reach the server before it.
  if (saved.kind !== 'waiting') await room.connection.endInterview();
  return sendOrKeep(interview, { kind: 'end' });
}
