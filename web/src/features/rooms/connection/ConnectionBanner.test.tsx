import { render, screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { aRoomState } from '../../../testing/examples.ts';
import { ConnectionBanner } from './ConnectionBanner.tsx';

const nothing = () => undefined;

test.each([
  ['Connection error: websocket error', 'Connection error: the server cannot be reached. Reconnecting…'],
  ['Connection error: xhr poll error', 'Connection error: the server cannot be reached. Reconnecting…'],
  ['Connection error: timeout', 'Connection error: the server cannot be reached. Reconnecting…'],
  ['Connection error: The server did not answer.', 'Connection error: The server did not answer. Reconnecting…'],
])('shows "%s" as one sentence', (error, words) => {
  const room = aRoomState({ isConnected: false, activity: 'Reconnecting…', error });
  render(<ConnectionBanner room={room} onReconnect={nothing} isTypingOffline={false} isStored canReopen />);
  const text = `${words} Editing is paused. What you typed until now is safe.`;
  expect(screen.getByText(/^Connection error/).textContent).toBe(text);
});

test.each([
  ['a device that stores nothing', { isStored: false, canReopen: true }, 'Editing is paused. Keep this page open.'],
  [
    'a page that is not cached yet',
    { isStored: true, canReopen: false },
    'Editing is paused. What you typed until now is safe. Keep this page open.',
  ],
])('promises no more than %s can hold', (_, device, words) => {
  const room = aRoomState({ isConnected: false, activity: 'Reconnecting…', error: null, self: aParticipant });
  render(<ConnectionBanner room={room} onReconnect={nothing} isTypingOffline={false} {...device} />);
  expect(screen.getByText(/Editing is paused/).textContent).toBe(`Reconnecting… ${words}`);
});

const aParticipant = { id: 'p-1', name: 'Ada', type: 'candidate', authenticated: false } as const;
