import { act, render, screen } from '@testing-library/react';
import { createAtom } from '@tanstack/store';
import { expect, test, vi } from 'vitest';
import type { CodeState } from '../../../features/documents/sync/live-code.ts';
import type { RoomState } from '../../../features/rooms/connection/room-state.ts';
import { aPublicInterview, aRoomState } from '../../../testing/examples.ts';
import type { LiveRoom } from '../live/live-room.ts';
import { WaitingRoom } from './WaitingRoom.tsx';

// They load the editors, which jsdom cannot show.
vi.mock('./PracticeEditor.tsx', () => ({ PracticeEditor: () => null }));
vi.mock('../../before-room/ReadinessPlace.tsx', () => ({ ReadinessPlace: () => 'Ready?' }));

const SAVED: CodeState = {
  sync: { kind: 'saved', at: null },
  isHolding: false,
  hasText: false,
  isStored: true,
  isOpen: false,
  isTypingOffline: false,
  isTypingAside: false,
};

function show(isHostHere: boolean, code: Partial<CodeState> = {}, state: Partial<RoomState> = {}) {
  const waiting = { since: new Date(Date.now() - 65_000).toISOString(), isHostHere };
  const store = createAtom(aRoomState({ isConnected: false, waiting, ...state }));
  const room = {
    identity: { roomCode: 'room-1', userName: 'Ada' },
    connection: { store },
    code: { store: createAtom({ ...SAVED, ...code }) },
  } as unknown as LiveRoom;
  const interview = aPublicInterview({});
  render(<WaitingRoom room={room} interview={interview} waiting={waiting} />);
  return store;
}

const status = () => screen.getByRole('status').textContent;

test('shows whose interview this is, and the time of waiting', () => {
  show(true);
  expect(screen.getByRole('heading', { name: 'Your coding interview with Analytical Engines' })).toBeTruthy();
  expect(screen.getByText('Maya')).toBeTruthy();
  expect(status()).toBe('Your interviewer knows you’re here');
  expect(screen.getByRole('timer', { name: 'Time waited' }).textContent).toMatch(/^1:0\d$/);
  expect(screen.getByText('Ready?')).toBeTruthy();
  expect(screen.queryByRole('alert')).toBeNull();
});

test('shows that no interviewer is there yet, and a lost connection', () => {
  const store = show(false);
  expect(status()).toBe('Nobody from Analytical Engines is here yet');
  act(() => store.set((state) => ({ ...state, activity: 'Reconnecting…' })));
  expect(status()).toBe('No connection. Reconnecting… Your place is kept.');
});

test.each([
  [{ isHolding: true }],
  [{ sync: { kind: 'waiting' } as const }],
  [{ sync: { kind: 'refused', error: { code: 'waiting', message: '' } } as const }],
])('tells a sent-back candidate that unsent text is kept: %j', (code) => {
  show(true, { hasText: true, ...code });
  expect(document.activeElement).toBe(screen.getByRole('heading', { level: 1 }));
  expect(status()).toContain('Your interviewer asked you to wait outside for a moment');
  expect(screen.getByRole('alert').textContent).toContain('Your last lines are kept on this device.');
});
