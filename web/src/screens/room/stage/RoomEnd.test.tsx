import { CLOSED_MESSAGE, DELETED_MESSAGE } from '@cip/contracts/rooms/rooms';
import { oneFile } from '@cip/contracts/rooms/files';
import { createAtom } from '@tanstack/store';
import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test, vi } from 'vitest';
import type { LiveRoom } from '../live/live-room.ts';
import { RoomEnd } from './RoomEnd.tsx';

const THANKS = 'The interviewer has ended this session. Thank you for your participation!';

interface Ending {
  message?: string;
  sync?: string;
}

function roomThatEnded(
  userType: LiveRoom['userType'],
  asides: number,
  { message = THANKS, sync = 'saved' }: Ending = {},
): LiveRoom {
  const ended = { message, endedBy: 'Ben Okafor' };
  return {
    userType,
    connection: { store: createAtom({ ended, language: 'sql', files: oneFile('sql') }) },
    shownQuestions: { store: createAtom({ questions: [], front: null, reports: [], asides }) },
    code: {
      text: 'select 1;',
      filledFiles: () => undefined,
      store: createAtom({ sync: { kind: sync }, isHolding: false }),
    },
  } as unknown as LiveRoom;
}

test('thanks a candidate, and names the place of put-aside code', () => {
  render(<RoomEnd room={roomThatEnded('candidate', 1)} onLeave={() => undefined} onReceipt={() => undefined} />);
  expect(screen.getByText(THANKS)).toBeTruthy();
  expect(screen.getByText('Your receipt has what was put aside.')).toBeTruthy();
  expect(screen.queryByText(/scorecard/)).toBeNull();
});

test('asks a candidate who still waits for no scorecard', () => {
  render(<RoomEnd room={roomThatEnded('candidate', 0)} onLeave={() => undefined} />);
  expect(screen.getByText(THANKS)).toBeTruthy();
  expect(screen.queryByText(/scorecard/)).toBeNull();
});

test('tells a colleague who ended the session, and leads to their scorecard', () => {
  render(<RoomEnd room={roomThatEnded('interviewer', 0)} onLeave={() => undefined} />);
  expect(screen.getByText(THANKS)).toBeTruthy();
  expect(screen.getByText('Ended by Ben Okafor. Write your scorecard.')).toBeTruthy();
  expect(screen.queryByText(/put aside/)).toBeNull();
});

test.each([DELETED_MESSAGE, CLOSED_MESSAGE])('leads nowhere from a session of which nothing is left: %s', (message) => {
  const gone = { message };
  render(<RoomEnd room={roomThatEnded('candidate', 1, gone)} onLeave={() => undefined} onReceipt={() => undefined} />);
  render(<RoomEnd room={roomThatEnded('interviewer', 1, gone)} onLeave={() => undefined} />);
  expect(screen.getAllByText(message)).toHaveLength(2);
  expect(screen.queryByText(/scorecard|put aside/)).toBeNull();
  expect(screen.queryByRole('button', { name: 'Receipt' })).toBeNull();
});

test.each([
  ['unsaved', true],
  ['saved', false],
])('keeps the text on this device if the last lines are %s: %s', async (sync, keepsText) => {
  const onLeave = vi.fn<(keepsText: boolean) => void>();
  render(<RoomEnd room={roomThatEnded('candidate', 0, { sync })} onLeave={onLeave} />);
  await userEvent.click(screen.getByRole('button', { name: 'OK' }));
  expect(onLeave).toHaveBeenCalledExactlyOnceWith(keepsText);
});

test('removes the text from this device once its user has copied it', async () => {
  const onLeave = vi.fn<(keepsText: boolean) => void>();
  const user = userEvent.setup();
  render(<RoomEnd room={roomThatEnded('candidate', 0, { sync: 'unsaved' })} onLeave={onLeave} />);
  await user.click(screen.getByRole('button', { name: 'Copy code' }));
  await user.click(screen.getByRole('button', { name: 'OK' }));
  expect(onLeave).toHaveBeenCalledExactlyOnceWith(false);
});
