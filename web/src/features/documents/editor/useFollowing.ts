import { useEffect } from 'react';
import { useStore } from '../../../shared/store.ts';
import type { EditorHandle } from './languages/editor-pane.ts';
import type { LiveCode } from '../sync/live-code.ts';

/** Returns the id of the followed participant, or null if there is none. */
export function useFollowed({ following }: LiveCode): string | null {
  return useStore(following);
}

/**
 * Shows the file of the followed participant, if `isListed` says that it is one, and scrolls their cursor into view
 * when it moves. Returns the participant's id, or null if there is none.
 */
export function useFollowing(
  code: LiveCode,
  handle: EditorHandle | null,
  isListed: (root: string) => boolean,
): string | null {
  const followed = useFollowed(code);
  const shown = useStore(code.shown);
  useEffect(() => {
    if (!handle || followed === null) return;
    const { cursors } = code;
    const file = code.gate.file(shown);
    let frame = 0;
    const reveal = () => {
      const place = cursors.placeOf(followed);
      if (place?.root === file.root) handle.reveal(place.index);
      else if (place && isListed(place.root)) code.shown.set(place.root);
    };
    // Both editors apply the text before the next frame, whatever the order of the observers.
    const revealSoon = () => {
      cancelAnimationFrame(frame);
      frame = requestAnimationFrame(reveal);
    };
    revealSoon();
    cursors.awareness.on('change', revealSoon);
    file.text.observe(revealSoon);
    return () => {
      cancelAnimationFrame(frame);
      cursors.awareness.off('change', revealSoon);
      file.text.unobserve(revealSoon);
    };
  }, [code, handle, followed, shown, isListed]);
  return followed;
}
