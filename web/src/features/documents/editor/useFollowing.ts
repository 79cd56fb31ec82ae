import { useEffect, useSyncExternalStore } from 'react';
import type { EditorHandle } from './editor-pane.ts';
import type { LiveCode } from '../sync/live-code.ts';

/** The id of the participant who is followed, or null, kept current. */
export function useFollowed({ following }: LiveCode): string | null {
  return useSyncExternalStore(following.subscribe, following.getSnapshot);
}

/** Keeps the followed participant's cursor in view; answers the participant's id, or null. */
export function useFollowing(code: LiveCode, handle: EditorHandle | null): string | null {
  const followed = useFollowed(code);
  useEffect(() => {
    if (!handle || followed === null) return;
    const { cursors, gate } = code;
    let frame = 0;
    const reveal = () => {
      const index = cursors.indexOf(followed);
      if (index !== null) handle.reveal(index);
    };
    // Both editors take the text in before the next frame, whoever hears of it first.
    const revealSoon = () => {
      cancelAnimationFrame(frame);
      frame = requestAnimationFrame(reveal);
    };
    revealSoon();
    cursors.awareness.on('change', revealSoon);
    gate.text.observe(revealSoon);
    return () => {
      cancelAnimationFrame(frame);
      cursors.awareness.off('change', revealSoon);
      gate.text.unobserve(revealSoon);
    };
  }, [code, handle, followed]);
  return followed;
}
