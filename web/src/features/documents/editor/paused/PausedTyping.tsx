import { useEffect, useLayoutEffect } from 'react';
import type { KeyboardEvent, RefObject } from 'react';
import { isOfInputMethod } from '../../../../shared/input-method.ts';
import type { EditorHandle } from '../languages/editor-pane.ts';
import styles from './paused-typing.module.css';
import { forwardKey, giveFocus, useFocusInPlace } from './paused-focus.ts';
import { actionOf } from './paused-keys.ts';
import { placeAt } from './place-at-caret.ts';
import { useEditorFontSize } from '../useEditorSettings.ts';
import { usePausedText, type PausedTypingProps } from './usePausedText.ts';

const ROWS_MAX = 8;

/**
 * Takes the keys, pastes and words of an input method while the editor is paused: a real input at the cursor has the
 * focus in the editor's place, so that nothing is lost. It shows once something is typed, and its text goes into the
 * document if the user keeps typing on this device or the connection is back.
 */
export function PausedTyping(props: PausedTypingProps) {
  const { handle, isPaused } = props;
  const { box, input, text, isShown, isOpen, isRefused, hold, keep, discard, compose } = usePausedText(props);
  const fontSize = useEditorFontSize();
  useFocusInPlace(isPaused ? handle : null, box, input);
  usePlaceAtCaret(isShown ? handle : null, box, `${text}${isOpen}${fontSize}`);

  if (!isShown) return null;
  const onKeyDown = (event: KeyboardEvent) => {
    if (!handle || isOfInputMethod(event.nativeEvent)) return;
    const action = actionOf(event, { isOpen, isCommanding: handle.isCommanding() });
    if (action === 'type') return;
    if (action === 'leave') return giveFocus(handle);
    if (action === 'forward') return forwardKey(event, handle);
    // Enter is part of the typed text, so that lines typed without looking stay lines.
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
        onCompositionStart={() => compose(true)}
        onCompositionEnd={() => compose(false)}
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
