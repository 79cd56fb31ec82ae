import { useEffect, useRef } from 'react';

/**
 * Calls `onEscape` for Escape while the page has the focus. It has it when the focused button of an open modal is
 * removed or disabled, and Joy's modal hears only keys that are pressed inside it. Returns the ref of the modal's root.
 */
export function useEscapeFromPage(onEscape: (() => void) | undefined) {
  const root = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (!onEscape) return;
    const onKeyDown = (event: KeyboardEvent) => {
      if (event.key !== 'Escape' || event.target !== document.body) return;
      // Joy hides modals below the top one.
      if (root.current?.getAttribute('aria-hidden') === 'true') return;
      // A modal below must not hear the key that closed the one above it.
      event.stopImmediatePropagation();
      onEscape();
    };
    document.addEventListener('keydown', onKeyDown);
    return () => document.removeEventListener('keydown', onKeyDown);
  }, [onEscape]);
  return root;
}
