import { createAtom } from '@tanstack/store';
import { act, screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, expect, test } from 'vitest';
import { rememberedPlace, rememberPlace } from '../../../features/interviews/candidate-place.ts';
import { toastStore } from '../../../shared/ui/feedback/toast-store.ts';
import { aPublicInterview, aRoomState } from '../../../testing/examples.ts';
import { renderScreen } from '../../../testing/render-screen.tsx';
import { CandidateMenu } from './CandidateMenu.tsx';
import { canRename } from './can-rename.ts';
import type { LiveRoom } from '../live/live-room.ts';

const interview = aPublicInterview({});
const ROOM = interview.room_code;

afterEach(() => localStorage.clear());

function aRoom(isConnected: boolean, isSaved: boolean) {
  rememberPlace(ROOM, { token: 'token', participantId: 'p-1', name: 'Ada', joinedAt: Date.now() });
  const connection = { store: createAtom(aRoomState({ isConnected })) };
  const code = { save: () => Promise.resolve(isSaved) };
  return { connection, code, interview, identity: { userName: 'Ada' } } as unknown as LiveRoom;
}

test('allows another name once the server has all code, and keeps the place until then', async () => {
  expect(await canRename(aRoom(true, true))).toBe(true);
  expect(rememberedPlace(ROOM)?.participantId).toBe('p-1');
});

test.each([
  ['the server lacks code', true, false],
  ['disconnected', false, true],
])('allows no other name, and shows the reason, while %s', async (_when, isConnected, isSaved) => {
  expect(await canRename(aRoom(isConnected, isSaved))).toBe(false);
  expect(toastStore.get().at(-1)?.text).toBe('You can change your name once you are connected and your code is saved.');
});

test('offers another name in the menu only while connected', async () => {
  const room = aRoom(false, false);
  await renderScreen(<CandidateMenu room={room} head={null} first={[]} onRename={() => undefined} />);
  await userEvent.click(await screen.findByRole('button', { name: 'Help' }));
  const item = screen.getByRole('menuitem', { name: 'Change name once connected' });
  expect(item.getAttribute('aria-disabled')).toBe('true');
  act(() => room.connection.store.set((state) => ({ ...state, isConnected: true })));
  expect(screen.getByRole('menuitem', { name: 'Change name' }).getAttribute('aria-disabled')).toBeNull();
});
