import { act, render, screen } from '@testing-library/react';
import { createAtom } from '@tanstack/store';
import { expect, test } from 'vitest';
import { aRoomState } from '../../../testing/examples.ts';
import { FirstLineHint } from './FirstLineHint.tsx';
import type { LiveRoom } from '../live/live-room.ts';

const hint = () => screen.queryByText('Your interviewer sees each line when you press Enter.');

function show(typingMode: 'enter' | 'instant') {
  const store = createAtom(aRoomState({ typingMode }));
  const code = createAtom({ isHolding: false });
  render(<FirstLineHint room={{ connection: { store }, code: { store: code } } as unknown as LiveRoom} />);
  return code;
}

test('explains On Enter only until the first line is sent', () => {
  const code = show('enter');
  expect(hint()).toBeTruthy();
  act(() => code.set({ isHolding: true }));
  expect(hint()).toBeTruthy();
  act(() => code.set({ isHolding: false }));
  expect(hint()).toBeNull();
  act(() => code.set({ isHolding: true }));
  expect(hint()).toBeNull();
});

test('hides the hint where each key is sent', () => {
  show('instant');
  expect(hint()).toBeNull();
});
