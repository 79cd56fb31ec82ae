import { useCallback, useEffect, useLayoutEffect, useRef, useState } from 'react';
import type { KeyboardEvent, RefObject } from 'react';
import { isOfInputMethod } from '../../../shared/input-method.ts';
import { useStore } from '../../../shared/store.ts';
import { toast } from '../../../shared/ui/feedback/toast-store.ts';
import type { LiveCode } from '../sync/live-code.ts';
import type { EditorHandle } from './languages/editor-pane.ts';
import styles from './paused-typing.module.css';
import { actionOf } from './paused-keys.ts';
import { placeAt } from './place-at-caret.ts';
import { useEditorFontSize } from './useEditorSettings.ts';

const ROWS_MAX = 8;
const DISCARDED = 'Discarded what you typed without a connection.';

export interface PausedTypingProps {
  code: LiveCode;
  handle: EditorHandle | null;
  /** The editor is read-only until the connection is back or its user types on this device. */
  isPaused: boolean;
  /** Begins typing on this device; resolves to false where it cannot store that. */
  onKeep: () => Promise<boolean>;
}

/**
 * Takes what is typed into a paused editor: a real input at the cursor has the focus in the editor's place, so that no
 * key, paste or word of an input method is lost. It shows once something is typed, and its text goes into the document
 * when the user keeps typing on this device or the connection is back.
 */
export function PausedTyping({ code, handle, isPaused, onKeep }: PausedTypingProps) {
  // It stays until the editor has its text and its focus.
  const [isLeft, setLeft] = useState(false);
  const isOpen = useStore(code.store, (state) => state.isTypingAside);
  const [text, setText] = useState('');
  const [isRefused, setRefused] = useState(false);
  const box = useRef<HTMLDivElement>(null);
  const input = useRef<HTMLTextAreaElement>(null);
  const isComposing = useRef(false);
  const fontSize = useEditorFontSize();

  const hold = useCallback(() => {
    const typed = input.current?.value ?? '';
    code.typeAside(typed, handle?.selection() ?? { from: code.text.length, to: code.text.length });
    setText(typed);
  }, [code, handle]);

  const reset = useCallback(() => {
    if (input.current) input.current.value = '';
    setText('');
    setRefused(false);
  }, []);

  /** Hands text and focus to the editor, which can be edited again. */
  const handOver = useCallback(() => {
    // The end of the composition calls it again.
    if (isComposing.current) return;
    const hasFocus = box.current?.contains(document.activeElement) === true;
    if (code.store.get().isTypingAside) {
      hold();
      const end = code.insertAside();
      // Too long: the user shortens it here.
      if (end === null) return;
      handle?.select(end);
    }
    reset();
    if (hasFocus) handle?.focus();
    setLeft(false);
  }, [code, handle, hold, reset]);

  useEffect(() => {
    if (isPaused) setLeft(true);
    else handOver();
  }, [isPaused, handOver]);
  const isShown = isPaused || isLeft;
  useFocusInPlace(isPaused ? handle : null, box, input);
  usePlaceAtCaret(isShown ? handle : null, box, `${text}${isOpen}${fontSize}`);

  if (!isShown) return null;
  const keep = async () => {
    // What is typed until the editor takes over is held too; the button would drop it.
    input.current?.focus({ preventScroll: true });
    hold();
    if (isPaused) setRefused(!(await onKeep()));
    else handOver();
  };
  const discard = () => {
    code.dropAside();
    reset();
    toast('good', DISCARDED);
    if (isPaused) input.current?.focus({ preventScroll: true });
    else handOver();
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (!handle || isOfInputMethod(event.nativeEvent)) return;
    const action = actionOf(event, { isOpen, isCommanding: handle.isCommanding() });
    if (action === 'type') return;
    if (action === 'leave') return giveTo(handle);
    if (action === 'forward') return forward(event, handle);
    // Enter is a part of what is typed, so that lines typed without looking stay lines.
    if (action === 'keep' && text !== '') return void setTimeout(() => void keep());
    event.preventDefault();
    if (action === 'keep') void keep();
    else if (action === 'open') hold();
    else discard();
  };
  const lines = text.split('\n');
  return (
    <div
      ref={box}
      role="group"
      aria-label="Not connected"
      className={styles.aside}
      data-open={isOpen}
      style={{ fontSize }}
    >
      <textarea
        ref={input}
        className={styles.input}
        aria-label="What you type is held here"
        tabIndex={isOpen ? 0 : -1}
        rows={Math.min(lines.length, ROWS_MAX)}
        cols={Math.max(...lines.map((line) => line.length)) + 2}
        autoCapitalize="off"
        autoComplete="off"
        autoCorrect="off"
        spellCheck={false}
        onInput={hold}
        onKeyDown={onKeyDown}
        onCompositionStart={() => void (isComposing.current = true)}
        onCompositionEnd={() => {
          isComposing.current = false;
          if (!isPaused) handOver();
        }}
      />
      {isOpen && (
        <div className={styles.foot}>
          <span role="status">{isRefused ? 'This device cannot keep it. It waits here.' : 'Not connected'}</span>
          <button type="button" aria-label="Keep typing on this device" onClick={() => void keep()}>
            Keep typing<kbd>Enter</kbd>
          </button>
          <button type="button" onClick={discard}>
            Discard<kbd>Esc</kbd>
          </button>
        </div>
      )}
    </div>
  );
}

/** Moves the focus from a paused editor to the input, except while a pointer or a key moves the editor's cursor. */
function useFocusInPlace(
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
      if (!isPointing && !given.has(handle) && handle.hasFocus()) input.current?.focus({ preventScroll: true });
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
    // Where it stayed in the editor all the same, the key itself moves it.
    pane.addEventListener(
      'keydown',
      (event) => event.target !== input.current && isTyping(event, handle) && release(),
      {
        capture: true,
        signal: stop.signal,
      },
    );
    pane.addEventListener('keyup', release, { signal: stop.signal });
    // In the user's gesture, for the keyboard of a phone.
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

function giveTo(handle: EditorHandle): void {
  given.add(handle);
  handle.focus();
}

/** Gives a key that types nothing to the editor: it moves the cursor, searches or copies there. */
function forward(event: KeyboardEvent, handle: EditorHandle): void {
  giveTo(handle);
  const isTaken = !document.activeElement?.dispatchEvent(new window.KeyboardEvent('keydown', event.nativeEvent));
  if (isTaken) event.preventDefault();
}

/** Draws the box at the editor's cursor. */
function usePlaceAtCaret(handle: EditorHandle | null, box: RefObject<HTMLElement | null>, shown: string): void {
  useLayoutEffect(() => {
    if (handle && box.current) placeAt(box.current, handle.caret());
  }, [handle, box, shown]);
  useEffect(() => {
    if (!handle) return;
    let frame = 0;
    const stop = handle.onCaretMove(() => {
      cancelAnimationFrame(frame);
      // An editor cannot be measured while it updates.
      frame = requestAnimationFrame(() => box.current && placeAt(box.current, handle.caret()));
    });
    return () => {
      cancelAnimationFrame(frame);
      stop();
    };
  }, [handle, box]);
}
