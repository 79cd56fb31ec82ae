import { REJECTED_MESSAGE } from '@cip/contracts/interviews/admission-messages';
import { createAtom } from '@tanstack/store';
import { screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { aPublicInterview, aRoomState } from '../../../testing/examples.ts';
import { renderScreen } from '../../../testing/render-screen.tsx';
import type { LiveRoom } from '../live/live-room.ts';
import { RemovedScreen } from './RemovedScreen.tsx';

const SAVED = 'Your code is saved with the interview.';
const NOT_SENT = 'Nothing that you tried out here was sent.';

test.each([
  ['was never let in', false, NOT_SENT],
  ['was sent back after a while inside', true, SAVED],
])('tells a rejected candidate who %s what became of their code', async (_who, hasText, words) => {
  const ended = { message: REJECTED_MESSAGE, endedBy: '' };
  const room = {
    connection: { store: createAtom(aRoomState({ isRemoved: true, ended })) },
    code: { store: createAtom({ hasText }) },
  } as unknown as LiveRoom;
  await renderScreen(<RemovedScreen room={room} interview={aPublicInterview({})} participantId="p-1" />);
  expect(await screen.findByText(words)).toBeTruthy();
  expect(screen.queryByText(hasText ? NOT_SENT : SAVED)).toBeNull();
});
