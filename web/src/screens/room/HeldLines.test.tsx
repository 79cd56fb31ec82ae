import { act, render, screen } from '@testing-library/react';
import { createAtom } from '@tanstack/store';
import { userEvent } from '@testing-library/user-event';
import { expect, test, vi } from 'vitest';
import { aRoomState } from '../../testing/examples.ts';
import { HeldLines } from './HeldLines.tsx';
import type { LiveRoom } from './live/live-room.ts';

function show(typing: { name: string; line: number }[]) {
  const store = createAtom(aRoomState({ typingMode: 'enter' }));
  const awareness = { on: () => undefined, off: () => undefined };
  const replica = createAtom({ cursors: { typing: () => typing, awareness } });
  const onRealtime = vi.fn<() => void>();
  const room = { connection: { store }, code: { replica } } as unknown as LiveRoom;
  render(<HeldLines room={room} onRealtime={onRealtime} />);
  return { store, onRealtime };
}

const sentence = () => screen.queryByText('Lines arrive after Enter.');

test('explains while a peer types that lines arrive after Enter', async () => {
  const { store, onRealtime } = show([{ name: 'Cy', line: 4 }]);
  expect(sentence()).toBeTruthy();
  await userEvent.click(screen.getByRole('button', { name: 'See each key' }));
  expect(onRealtime).toHaveBeenCalledOnce();
  act(() => store.set((state) => ({ ...state, typingMode: 'instant' })));
  expect(sentence()).toBeNull();
});

test('shows nothing while nobody types an unsent line', () => {
  show([]);
  expect(sentence()).toBeNull();
});
