import { screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, expect, test, vi } from 'vitest';
import { Toaster } from '../../shared/ui/Toaster.tsx';
import { serveApi } from '../../testing/fake-api.ts';
import { renderScreen } from '../../testing/render-screen.tsx';
import type { LiveRoom } from './live-room.ts';
import { useEndInterview } from './useEndInterview.ts';

// Saving has tests of its own.
vi.mock('./useSaveCode.ts', () => ({ saveQuietly: () => Promise.resolve() }));

const CODE = 'private-room-abc123def';
const END = `POST /api/interview-sessions/end-by-room/${CODE}`;

afterEach(() => {
  vi.unstubAllGlobals();
  vi.useRealTimers();
});

async function end(answer: object) {
  serveApi({ [END]: answer });
  const told: string[] = [];
  const room = {
    connection: { endInterview: () => Promise.resolve(told.push('ended')), markEnded: () => told.push('marked') },
    code: { forget: () => Promise.resolve() },
  } as unknown as LiveRoom;
  function Screen() {
    const { ending, end: confirm } = useEndInterview(room, { id: 'i-1', room_code: CODE }, 'dark');
    return (
      <>
        <button type="button" onClick={confirm}>
          {ending}
        </button>
        <Toaster />
      </>
    );
  }
  const { history } = await renderScreen(<Screen />);
  await userEvent.click(await screen.findByRole('button', { name: 'no' }));
  return { told, history };
}

test('the end is told, said, and leads to the list after a second and a half', async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true });
  const { told, history } = await end({ session: {} });
  expect(await screen.findByText('Session ended successfully')).toBeTruthy();
  expect(told).toEqual(['ended', 'marked']);
  expect(history.location.pathname).toBe('/');
  await vi.advanceTimersByTimeAsync(1_500);
  expect(history.location.pathname).toBe('/sessions');
});

test('an end that fails says so, and the room stays open', async () => {
  const { told, history } = await end({ status: 500, body: {} });
  expect((await screen.findByRole('alert')).textContent).toBe('Failed to end session');
  expect(screen.getByRole('button', { name: 'no' })).toBeTruthy();
  expect(told).toEqual(['ended']);
  expect(history.location.pathname).toBe('/');
});
