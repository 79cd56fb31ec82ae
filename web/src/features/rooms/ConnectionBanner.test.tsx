import { render, screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { ConnectionBanner } from './ConnectionBanner.tsx';
import type { RoomState } from './room-state.ts';

const LOST: RoomState = {
  isConnected: false,
  activity: 'Reconnecting…',
  error: null,
  self: null,
  participants: [],
  typingMode: 'enter',
  language: 'sql',
  ended: null,
  isRemoved: false,
  announcement: '',
};

const nothing = () => undefined;

test.each([
  ['Connection error: websocket error', 'Connection error: websocket error. Reconnecting…'],
  ['Connection error: The server did not answer.', 'Connection error: The server did not answer. Reconnecting…'],
])('"%s" is one sentence of what the banner says', (error, words) => {
  render(<ConnectionBanner room={{ ...LOST, error }} onReconnect={nothing} isTypingOffline={false} />);
  expect(screen.getByText(/^Connection error/).textContent).toBe(`${words} Read-only until then; nothing is lost.`);
});
