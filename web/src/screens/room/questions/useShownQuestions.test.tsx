import { createAtom } from '@tanstack/store';
import { act, renderHook } from '@testing-library/react';
import { beforeEach, expect, test, vi } from 'vitest';
import type { ShownState } from '../../../features/questions/room/shown-questions.ts';
import type { LiveRoom } from '../live/live-room.ts';
import { RoomPanes } from '../live/room-panes.ts';
import { loadQuestions } from './load-questions.ts';
import { useShownQuestions } from './useShownQuestions.ts';

vi.mock('./load-questions.ts', () => ({ loadQuestions: vi.fn<(room: LiveRoom) => void>() }));

const NOTHING: ShownState = { questions: [], front: null, reports: [] };
const reading = (id: string): ShownState => ({
  questions: [{ id, number: 1, text: '', starters: [], tests: [] }],
  front: id,
  reports: [],
});

beforeEach(() => void vi.mocked(loadQuestions).mockReset());

const isOpen = ({ panes }: LiveRoom) => panes.store.get().question;

function inARoom() {
  const store = createAtom(NOTHING);
  const start = vi.fn<() => void>();
  const panes = new RoomPanes({ matches: false, addEventListener: () => undefined });
  const room = { shownQuestions: { store, start }, panes } as unknown as LiveRoom;
  const { rerender, result } = renderHook(({ isReady }) => useShownQuestions(room, isReady), {
    initialProps: { isReady: false },
  });
  return { room, store, start, rerender, result };
}

test('reads the questions of a room after its editor', () => {
  const { start, rerender, result } = inARoom();
  expect(start).not.toHaveBeenCalled();
  rerender({ isReady: true });
  expect(start).toHaveBeenCalled();
  expect(result.current).toBe(false);
  expect(loadQuestions).not.toHaveBeenCalled();
});

test('opens the pane of a question, and retries with each reading', () => {
  const { room, store, result } = inARoom();
  act(() => store.set(reading('q-1')));
  expect(result.current).toBe(true);
  expect(isOpen(room)).toBe(true);
  act(() => room.panes.hide('question'));
  act(() => store.set(reading('q-1')));
  expect(loadQuestions).toHaveBeenCalledTimes(2);
  expect(isOpen(room)).toBe(false);
  act(() => store.set(reading('q-2')));
  expect(isOpen(room)).toBe(true);
});
