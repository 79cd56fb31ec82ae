import { useEffect, useEffectEvent } from 'react';
import type { RefObject } from 'react';
import { flushSync } from 'react-dom';
import { isOfInputMethod } from '../../../shared/input-method.ts';
import type { LiveRoom } from '../live/live-room.ts';

/**
 * Moves between the code and the notes. Browsers and screen readers leave this key free, it types nothing in any
 * layout, and neither editor nor Vim has a use for it here.
 */
export const NOTES_KEY = 'F2';

/** The elements that handle the keys themselves. */
const MODAL = '[role="dialog"], [role="alertdialog"], [role="menu"], dialog[open]';

/** Moves the focus by key: from the notes to the code, and from everywhere else to the notes, which `open` opens. */
export function useNotesKey(room: LiveRoom, sheet: RefObject<HTMLElement | null>, open: (() => void) | null): void {
  const press = useEffectEvent((event: KeyboardEvent) => {
    const { key, ctrlKey, metaKey, altKey, shiftKey } = event;
    if (key !== NOTES_KEY || ctrlKey || metaKey || altKey || shiftKey || isOfInputMethod(event)) return;
    if (document.querySelector(MODAL)) return;
    event.preventDefault();
    event.stopPropagation();
    if (event.repeat) return;
    if (sheet.current?.contains(document.activeElement)) return focusCode(room);
    const field = sheet.current?.querySelector('textarea');
    if (field) return field.focus();
    if (!open) return;
    open();
    // Until the notes are there, no key may reach the code, because the candidate reads it.
    if (document.activeElement instanceof HTMLElement) document.activeElement.blur();
  });
  useEffect(() => {
    // Before the editors, because Vim may redefine their keys.
    const onKey = (event: KeyboardEvent) => press(event);
    window.addEventListener('keydown', onKey, true);
    return () => window.removeEventListener('keydown', onKey, true);
  }, []);
}

/** Focuses the code; on a phone it may have to be shown first. */
function focusCode(room: LiveRoom): void {
  flushSync(() => room.panes.uncover());
  room.editor.get()?.focus();
}
