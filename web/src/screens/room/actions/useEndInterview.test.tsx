import { createAtom } from '@tanstack/store';
import { cleanup, screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { outbox } from '../../../features/outbox/page-outbox.ts';
import { forgetAccount, storeAccount } from '../../../shared/device/stored-account.ts';
import { toastStore } from '../../../shared/ui/feedback/toast-store.ts';
import { Toaster } from '../../../shared/ui/feedback/Toaster.tsx';
import '../../../testing/fake-indexed-db.ts';
import { aCompany } from '../../../testing/examples.ts';
import { serveApi } from '../../../testing/fake-api.ts';
import { renderScreen } from '../../../testing/render-screen.tsx';
import type { LiveRoom } from '../live/live-room.ts';
import { useEndInterview } from './useEndInterview.ts';

// Saves and the outbox have their own tests.
vi.mock('./useSaveCode.ts', () => ({ saveQuietly: () => Promise.resolve(saved) }));

const CODE = 'private-room-abc123def';
const ID = '0b7c6a0e-0000-4000-8000-000000000003';
const END = `POST /api/interview-sessions/end-by-room/${CODE}?interview_session_id=${ID}`;
let saved = { kind: 'sent' };
let before = 0;
const lastToast = () => toastStore.get().at(-1)?.id ?? 0;
const toasts = () => toastStore.get().flatMap(({ id, text }) => (id > before ? text : []));

beforeEach(() => {
  saved = { kind: 'sent' };
  before = lastToast();
  storeAccount({ company: aCompany }, 'token');
});

afterEach(async () => {
  for (const { sequence } of await outbox.list()) await outbox.discard(sequence);
  forgetAccount();
  vi.unstubAllGlobals();
  vi.useRealTimers();
});

async function end(answer: object, { isTypingAside = false } = {}) {
  serveApi({ [END]: answer, 'GET /api/user': { company: aCompany } });
  const calls: string[] = [];
  const room = {
    connection: { endInterview: () => Promise.resolve(calls.push('ended')), markEnded: () => calls.push('marked') },
    code: {
      store: createAtom({ isTypingAside }),
      deleteLocalData: () => Promise.resolve(calls.push('data deleted')),
    },
  } as unknown as LiveRoom;
  function Screen() {
    const { ending, end: confirm } = useEndInterview(room, { id: ID, room_code: CODE }, 'dark');
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
  return { calls, history };
}

test('broadcasts the end, shows it, and opens the list after 1.5 seconds', async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true });
  const { calls, history } = await end({ session: { room_code: CODE } });
  await vi.waitFor(() => expect(toasts()).toEqual(['Session ended successfully']));
  expect(calls).toEqual(['ended', 'marked', 'data deleted']);
  expect(history.location.pathname).toBe('/');
  await vi.advanceTimersByTimeAsync(1_500);
  expect(history.location.pathname).toBe('/sessions');
});

test('stays on the page that its user opened after the end', async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true });
  const { history } = await end({ session: { room_code: CODE } });
  await vi.waitFor(() => expect(toasts()).toEqual(['Session ended successfully']));
  cleanup();
  await vi.advanceTimersByTimeAsync(1_500);
  expect(history.location.pathname).toBe('/');
});

test('shows that the end was refused, and the room stays open', async () => {
  const { calls, history } = await end({ status: 404, body: { message: 'Not there', code: 'not_found' } });
  await vi.waitFor(() => expect(toasts()).toEqual(['Failed to end session']));
  expect(screen.getByRole('button', { name: 'no' })).toBeTruthy();
  expect(calls).toEqual(['ended']);
  expect(history.location.pathname).toBe('/');
});

test.each([
  [
    'that a failing server refused',
    'sent',
    { status: 500, body: { message: 'Down', code: 'internal' } },
    ['ended', 'data deleted'],
  ],
  ['behind a waiting save', 'waiting', { status: 503, body: {} }, ['data deleted']],
])('stores an end %s on the device, shows that, and leaves the room', async (_, kind, answer, expected) => {
  vi.useFakeTimers({ shouldAdvanceTime: true });
  saved = { kind };
  const { calls, history } = await end(answer);
  await vi.waitFor(() => expect(toasts()).toEqual(['Saved offline']));
  expect(calls).toEqual(expected);
  await vi.advanceTimersByTimeAsync(1_500);
  expect(history.location.pathname).toBe('/sessions');
});

test('ends nothing while text typed without a connection is in no save, because the document would be too long', async () => {
  const { calls, history } = await end({ session: { room_code: CODE } }, { isTypingAside: true });
  await vi.waitFor(() => expect(toasts()).toEqual(['Failed to end session']));
  expect(calls).toEqual([]);
  expect(history.location.pathname).toBe('/');
});

test('hides "Saved offline" without a server and a disk', async () => {
  vi.spyOn(IDBObjectStore.prototype, 'add').mockImplementation(() => {
    throw new DOMException('Full', 'QuotaExceededError');
  });
  await end({ status: 503, body: {} });
  await vi.waitFor(() => expect(toasts()).toEqual(['Failed to end session']));
});
