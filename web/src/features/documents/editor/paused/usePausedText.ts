import { useCallback, useEffect, useEffectEvent, useRef, useState } from 'react';
import { useStore } from '../../../../shared/store.ts';
import { toast } from '../../../../shared/ui/feedback/toast-store.ts';
import type { LiveCode } from '../../sync/live-code.ts';
import type { EditorHandle } from '../languages/editor-pane.ts';

const DISCARDED = 'Discarded what you typed without a connection.';

export interface PausedTypingProps {
  code: LiveCode;
  handle: EditorHandle | null;
  /** The editor is read-only until the connection is back or its user types on this device. */
  isPaused: boolean;
  /** Begins typing on this device; resolves to false if it cannot store the text. */
  onKeep: () => Promise<boolean>;
}

/** Holds the text typed into the input of a paused editor, until it goes into the document or is discarded. */
export function usePausedText({ code, handle, isPaused, onKeep }: PausedTypingProps) {
  const box = useRef<HTMLDivElement>(null);
  const input = useRef<HTMLTextAreaElement>(null);
  // It stays until the editor has its text and its focus.
  const [isLeft, setLeft] = useState(false);
  const isOpen = useStore(code.store, (state) => state.isTypingAside);
  const [text, setText] = useState('');
  const [isRefused, setRefused] = useState(false);
  const isComposing = useRef(false);

  const hold = useCallback(() => {
    const typed = input.current?.value ?? '';
    const { length } = code.textOf(code.shown.get());
    code.typeAside(typed, handle?.selection() ?? { from: length, to: length });
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
      // There is none if the editor was hidden meanwhile.
      if (input.current) hold();
      const end = code.insertAside();
      // If it is too long, the user shortens it here.
      if (end === null) return;
      handle?.select(end);
    }
    reset();
    if (hasFocus) handle?.focus();
    setLeft(false);
  }, [code, handle, hold, reset]);

  // A save puts the text into the document too.
  useEffect(() => {
    if (!isOpen && !code.store.get().isTypingAside) reset();
  }, [code, isOpen, reset]);
  // It belongs to the file that it was typed into.
  useEffect(() => {
    const shown = code.shown.subscribe(() => void code.insertAside());
    return () => shown.unsubscribe();
  }, [code]);
  useEffect(() => {
    if (isPaused) setLeft(true);
    else handOver();
  }, [isPaused, handOver]);
  const keep = async () => {
    // Text that is typed until the editor takes over is held too; the button would drop it.
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
  const type = useEffectEvent((typed: string) => {
    const field = input.current;
    if (!field) return;
    // In the user's gesture, so that a phone opens its keyboard.
    field.focus({ preventScroll: true });
    field.setRangeText(typed, field.selectionStart, field.selectionEnd, 'end');
    hold();
    if (isOpen && typed === '\n') void keep();
  });
  useEffect(() => {
    if (!isPaused) return;
    code.pausedInput.set({ type: (typed) => type(typed) });
    return () => code.pausedInput.set(null);
  }, [code, isPaused]);
  const compose = (isOn: boolean) => {
    isComposing.current = isOn;
    if (!isOn && !isPaused) handOver();
  };
  return { box, input, text, isShown: isPaused || isLeft, isOpen, isRefused, hold, keep, discard, compose };
}
