import type { endInterview } from '@cip/contracts/interviews';
import { ENDED_MESSAGE } from '@cip/contracts/rooms';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import type { EditorTheme } from '../../features/documents/editor-pane.ts';
import { call } from '../../shared/api-client.ts';
import { toast } from '../../shared/ui/toast-store.ts';
import type { LiveRoom } from './live-room.ts';
import { saveQuietly } from './useSaveCode.ts';

/** From the end to the list of sessions, in milliseconds (spec section 9). */
const LEAVE_AFTER_MS = 1_500;

export type Ending = 'no' | 'asking' | 'ending' | 'ended';

/** Ends the interview: save, tell, end, say so, leave (spec section 4). */
export function useEndInterview(room: LiveRoom, interview: { id: string; room_code: string }, theme: EditorTheme) {
  const navigate = useNavigate();
  const [ending, setEnding] = useState<Ending>('no');

  const end = async () => {
    setEnding('ending');
    try {
      // The edits are in the log already; a save that fails must not keep a room open.
      await saveQuietly(room, interview.id, theme).catch(() => undefined);
      await room.connection.endInterview();
      const params = { room_code: interview.room_code };
      await call<typeof endInterview>('POST', '/interview-sessions/end-by-room/:room_code', { params });
      room.connection.markEnded(ENDED_MESSAGE, '');
      await room.code.forget();
      setEnding('ended');
      toast('good', 'Session ended successfully');
      setTimeout(() => void navigate({ to: '/sessions' }), LEAVE_AFTER_MS);
    } catch {
      setEnding('no');
      toast('bad', 'Failed to end session');
    }
  };
  return { ending, ask: () => setEnding('asking'), cancel: () => setEnding('no'), end: () => void end() };
}
