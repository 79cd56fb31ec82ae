import { render, screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { aRoomState } from '../../testing/examples.ts';
import { ConnectionBanner } from './ConnectionBanner.tsx';

const nothing = () => undefined;

test.each([
  ['Connection error: websocket error', 'Connection error: the server cannot be reached. Reconnecting…'],
  ['Connection error: xhr poll error', 'Connection error: the server cannot be reached. Reconnecting…'],
  ['Connection error: timeout', 'Connection error: the server cannot be reached. Reconnecting…'],
  ['Connection error: The server did not answer.', 'Connection error: The server did not answer. Reconnecting…'],
])('shows "%s" as one sentence', (error, words) => {
  const room = aRoomState({ isConnected: false, activity: 'Reconnecting…', error });
  render(<ConnectionBanner room={room} onReconnect={nothing} isTypingOffline={false} />);
  expect(screen.getByText(/^Connection error/).textContent).toBe(`${words} Editing is paused. Nothing is lost.`);
});
