import { oneFile } from '@cip/contracts/rooms/files';
import { createAtom } from '@tanstack/store';
import { render, screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import type { LiveRoom } from '../live/live-room.ts';
import { RoomEnd } from './RoomEnd.tsx';

const THANKS = 'The interviewer has ended this session. Thank you for your participation!';

function roomThatEnded(userType: LiveRoom['userType'], asides: number): LiveRoom {
  const ended = { message: THANKS, endedBy: 'Ben Okafor' };
  return {
    userType,
    connection: { store: createAtom({ ended, language: 'sql', files: oneFile('sql') }) },
    shownQuestions: { store: createAtom({ questions: [], front: null, reports: [], asides }) },
    code: {
      text: 'select 1;',
      filledFiles: () => undefined,
      store: createAtom({ sync: { kind: 'saved' }, isHolding: false }),
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
