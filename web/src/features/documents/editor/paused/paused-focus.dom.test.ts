import { fireEvent, renderHook } from '@testing-library/react';
import { beforeEach, expect, test, vi } from 'vitest';
import type { EditorHandle } from '../languages/editor-pane.ts';
import { useFocusInPlace } from './paused-focus.ts';

beforeEach(() => {
  vi.useFakeTimers();
  return () => vi.useRealTimers();
});

/** A paused editor in its pane, with the input that holds typed text. */
function pause() {
  document.body.innerHTML = '<div><input aria-label="Code"><div><input aria-label="Held"></div></div>';
  const [editor, input] = document.querySelectorAll('input');
  const handle = {
    hasFocus: () => document.activeElement === editor,
    isCommanding: () => false,
  } as unknown as EditorHandle;
  const [box, held] = [{ current: input?.parentElement ?? null }, { current: input as never }];
  const initialProps: { paused: EditorHandle | null } = { paused: handle };
  const { rerender } = renderHook(({ paused }) => useFocusInPlace(paused, box, held), { initialProps });
  return {
    click: () => {
      fireEvent.pointerDown(editor as Element);
      editor?.focus();
      fireEvent.pointerUp(editor as Element);
    },
    resume: () => rerender({ paused: null }),
    focused: () => document.activeElement?.getAttribute('aria-label'),
  };
}

test('takes the focus of a paused editor after a click', () => {
  const { click, focused } = pause();
  click();
  vi.runAllTimers();
  expect(focused()).toBe('Held');
});

test('leaves the focus in an editor that was resumed during the click', () => {
  const { click, resume, focused } = pause();
  click();
  resume();
  vi.runAllTimers();
  expect(focused()).toBe('Code');
});
