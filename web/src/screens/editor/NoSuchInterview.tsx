import { useEffect } from 'react';
import { toast } from '../../shared/ui/feedback/toast-store.ts';
import { EditorWait } from './EditorWait.tsx';

/** What is said of a room that is not there, or is another company's (spec section 8). */
export const DENIED = 'Session not found or access denied. Redirecting...';

/** The editor at an address that names no room. */
export function NoSuchInterview() {
  useEffect(() => toast('bad', DENIED), []);
  return <EditorWait problem={DENIED} leaveFor="/sessions" />;
}
