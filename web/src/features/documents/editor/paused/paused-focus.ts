import { useEffect, type KeyboardEvent, type RefObject } from 'react';
import type { EditorHandle } from '../languages/editor-pane.ts';
import { actionOf } from './paused-keys.ts';

/** Moves the focus from a paused editor to the input, except while a pointer or a key moves the editor's cursor. */
export function useFocusInPlace(
  handle: EditorHandle | null,
  box: RefObject<HTMLElement | null>,
  input: RefObject<HTMLTextAreaElement | null>,
): void {
  useEffect(() => {
    const pane = box.current?.parentElement;
    if (!handle || !pane) return;
    const stop = new AbortController();
    let isPointing = false;
    const take = () => {
      // A timer may still run after the editor was resumed, whose user types into it.
      if (stop.signal.aborted || isPointing || given.has(handle) || !handle.hasFocus()) return;
      input.current?.focus({ preventScroll: true });
    };
    const release = () => {
      isPointing = false;
      given.delete(handle);
      take();
    };
    // A browser takes the focus back from a listener that moves it while a mouse button goes down.
    const point = () => void (isPointing = true);
    pane.addEventListener('pointerdown', point, { capture: true, signal: stop.signal });
    pane.addEventListener('focusin', take, { signal: stop.signal });
    // If it stayed in the editor all the same, the key itself moves it.
    pane.addEventListener(
      'keydown',
      (event) => event.target !== input.current && isTyping(event, handle) && release(),
      {
        capture: true,
        signal: stop.signal,
      },
    );
    pane.addEventListener('keyup', release, { signal: stop.signal });
    // In the user's gesture, so that a phone opens its keyboard.
    pane.addEventListener('click', release, { signal: stop.signal });
    for (const end of ['pointerup', 'pointercancel'])
      window.addEventListener(end, () => setTimeout(release), { signal: stop.signal });
    take();
    return () => {
      stop.abort();
      given.delete(handle);
    };
  }, [handle, box, input]);
}

const isTyping = (event: globalThis.KeyboardEvent, handle: EditorHandle) =>
  actionOf(event, { isOpen: false, isCommanding: handle.isCommanding() }) === 'type';

/** The editors that have the focus while a key is down. */
const given = new WeakSet<EditorHandle>();

/** Gives the focus to the editor until the key is up. */
export function giveFocus(handle: EditorHandle): void {
  given.add(handle);
  handle.focus();
}

/** Gives a key that types nothing to the editor, because it moves the cursor, searches or copies there. */
export function forwardKey(event: KeyboardEvent, handle: EditorHandle): void {
  giveFocus(handle);
  const isTaken = !document.activeElement?.dispatchEvent(new window.KeyboardEvent('keydown', event.nativeEvent));
  if (isTaken) event.preventDefault();
}
