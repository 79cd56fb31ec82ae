import { useEffect } from 'react';
import { toast } from '../../shared/ui/feedback/toast-store.ts';
import { EditorWait } from './EditorWait.tsx';

/** The message if a room does not exist or belongs to another company (spec section 8). */
export const DENIED = 'Session not found or access denied. Redirecting...';

/** The editor for a room code that does not exist. */
export function NoSuchInterview() {
  useEffect(() => {
    toast('bad', DENIED);
  }, []);
  return <EditorWait problem={DENIED} leaveFor="/sessions" />;
}
