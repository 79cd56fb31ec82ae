import { oneFile } from '@cip/contracts/rooms/files';
import { createAtom } from '@tanstack/store';
import { screen, waitFor } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, expect, test, vi } from 'vitest';
import { RoomConnection } from '../../../features/rooms/connection/room-connection.ts';
import type { SocketLink } from '../../../features/rooms/connection/socket-link.ts';
import { renderScreen } from '../../../testing/render-screen.tsx';
import { BarredPlace } from './BarredPlace.tsx';
import type { LiveRoom } from '../live/live-room.ts';

const error = {
  code: 'unreadable' as const,
  message: 'The code of this session cannot be opened. Other sessions are not affected.',
};

let connection: RoomConnection;
afterEach(() => connection.stop());

/** Enters a room whose document the server refuses to open. */
async function enter(userType: 'interviewer' | 'candidate') {
  const connectSocket = vi.fn<(identity: unknown, events: { onConnect: () => void }) => SocketLink>(
    (_identity, events) => {
      queueMicrotask(() => events.onConnect());
      return {
        request: () => Promise.resolve({ ok: false, error }),
        emitVolatile: () => undefined,
        listen: () => undefined,
        close: () => undefined,
      };
    },
  );
  const identity = { roomCode: 'room-1', userName: 'Anna', userType, authToken: () => 'token' };
  connection = new RoomConnection(
    identity,
    { typingMode: 'instant', language: 'sql', rule: null, completion: 'off', files: oneFile('sql') },
    connectSocket,
  );
  const code = {
    store: createAtom({ hasText: false }),
    flush: () => Promise.resolve(),
    close: () => undefined,
  };
  connection.start(code as never);
  const room = { connection, code, userType, interview: { room_code: 'room-1' } };
  const shown = await renderScreen(<BarredPlace room={room as unknown as LiveRoom} />);
  return { connectSocket, ...shown };
}

test('shows an interviewer why the room cannot be opened', async () => {
  const { connectSocket, history } = await enter('interviewer');
  expect(await screen.findByText(error.message)).toBeTruthy();
  expect(screen.queryByText(/Connection error/)).toBeNull();
  connection.nudge();
  expect(connectSocket).toHaveBeenCalledOnce();
  await userEvent.click(screen.getByRole('button', { name: 'Back to sessions' }));
  await waitFor(() => expect(history.location.pathname).toBe('/sessions'));
});

test('shows a candidate why the room cannot be opened, with a retry', async () => {
  await enter('candidate');
  expect(await screen.findByText(error.message)).toBeTruthy();
  expect(screen.getByRole('button', { name: 'Try again' })).toBeTruthy();
  expect(screen.queryByRole('button', { name: 'Back to sessions' })).toBeNull();
});
