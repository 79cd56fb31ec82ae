import { act, cleanup, render, screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { createAtom } from '@tanstack/store';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { RoomState } from '../../../features/rooms/connection/room-state.ts';
import { aRoomState } from '../../../testing/examples.ts';
import type { LiveRoom } from '../live/live-room.ts';
import { RoomPanes } from '../live/room-panes.ts';
import { useInvitation } from './useInvitation.tsx';

const LINK = 'https://interviews.example/codeshare/private-room-abc123def';
const MAYA = { id: 'maya', name: 'Maya', type: 'interviewer', authenticated: true } as const;
const ADA = { id: 'ada', name: 'Ada', type: 'candidate', authenticated: false } as const;

const nothing = () => undefined;
const writeText = vi.fn<(text: string) => Promise<void>>(() => Promise.resolve());

beforeEach(() => {
  vi.stubGlobal('matchMedia', () => ({ matches: false, addEventListener: nothing, removeEventListener: nothing }));
  Object.defineProperty(navigator, 'clipboard', { value: { writeText }, configurable: true });
});
afterEach(() => {
  vi.unstubAllGlobals();
  vi.useRealTimers();
});

function open(participants: RoomState['participants'], isSmall = false) {
  const store = createAtom(aRoomState({ participants, self: MAYA }));
  const panes = new RoomPanes({ matches: isSmall, addEventListener: nothing });
  const room = { connection: { store }, panes } as unknown as LiveRoom;
  function Screen() {
    const { invitation, invite, hide } = useInvitation(room, LINK, null);
    return (
      <>
        {invitation}
        <button type="button" onClick={hide}>
          Type
        </button>
        {invite && (
          <button type="button" onClick={invite}>
            Invite
          </button>
        )}
      </>
    );
  }
  render(<Screen />);
  const arrive = (present: RoomState['participants']) =>
    act(() => store.set((state) => ({ ...state, participants: present })));
  return { arrive, panes };
}

const card = () => screen.queryByRole('region', { name: 'Invitation' });

test('shows the link until the candidate joins, then never again', () => {
  const { arrive } = open([MAYA]);
  expect(card()?.textContent).toContain('Waiting for your candidate');
  expect(card()?.textContent).toContain('interviews.example/codeshare/private-room-abc123def');
  arrive([MAYA, ADA]);
  expect(card()).toBeNull();
  expect(screen.queryByRole('button', { name: 'Invite' })).toBeNull();
  arrive([MAYA]);
  expect(card()).toBeNull();
  expect(screen.getByRole('button', { name: 'Invite' })).toBeTruthy();
});

test('hides the card without participants or with a candidate', () => {
  const { arrive } = open([]);
  expect(card()).toBeNull();
  arrive([MAYA, ADA]);
  expect(card()).toBeNull();
});

test('hides on typing, its button and output, and opens again', async () => {
  const { panes } = open([MAYA]);
  await userEvent.click(screen.getByRole('button', { name: 'Type' }));
  expect(card()).toBeNull();
  await userEvent.click(screen.getByRole('button', { name: 'Invite' }));
  await userEvent.click(screen.getByRole('button', { name: 'Hide invitation' }));
  expect(card()).toBeNull();
  await userEvent.click(screen.getByRole('button', { name: 'Invite' }));
  act(() => panes.showOutput('Output'));
  expect(card()).toBeNull();
  await userEvent.click(screen.getByRole('button', { name: 'Invite' }));
  expect(card()).toBeTruthy();
  expect(panes.store.get().output).toBe(false);
});

test('leaves a phone’s question uncovered, and stays on a laptop', async () => {
  const laptop = open([MAYA]);
  act(() => laptop.panes.showQuestion());
  expect(card()).toBeTruthy();
  cleanup();
  const phone = open([MAYA], true);
  act(() => phone.panes.showQuestion());
  expect(card()).toBeNull();
  await userEvent.click(screen.getByRole('button', { name: 'Invite' }));
  expect(card()).toBeTruthy();
  expect(phone.panes.store.get().question).toBe(false);
});

test('shows for two seconds that the link was copied', async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true });
  open([MAYA]);
  await userEvent.click(screen.getByRole('button', { name: 'Copy invite link' }));
  expect(writeText.mock.lastCall).toEqual([LINK]);
  expect(await screen.findByRole('button', { name: 'Copied ✓' })).toBeTruthy();
  await act(() => vi.advanceTimersByTimeAsync(2_000));
  expect(screen.getByRole('button', { name: 'Copy invite link' })).toBeTruthy();
});
