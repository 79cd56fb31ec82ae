import { screen } from '@testing-library/react';
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
import type { LiveRoom } from '../live-room.ts';
import { useEndInterview } from './useEndInterview.ts';

// Saving has tests of its own, and what is kept without a server, too.
vi.mock('./useSaveCode.ts', () => ({ saveQuietly: () => Promise.resolve(saved) }));

const CODE = 'private-room-abc123def';
const ID = '0b7c6a0e-0000-4000-8000-000000000003';
const END = `POST /api/interview-sessions/end-by-room/${CODE}?interview_session_id=${ID}`;
let saved = { kind: 'sent' };
let before = 0;
const lastToast = () => toastStore.get().at(-1)?.id ?? 0;
const said = () => toastStore.get().flatMap(({ id, text }) => (id > before ? text : []));

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

async function end(answer: object) {
  serveApi({ [END]: answer, 'GET /api/user': { company: aCompany } });
  const told: string[] = [];
  const room = {
    connection: { endInterview: () => Promise.resolve(told.push('ended')), markEnded: () => told.push('marked') },
    code: { deleteLocalData: () => Promise.resolve() },
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
  return { told, history };
}

test('the end is told, said, and leads to the list after a second and a half', async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true });
  const { told, history } = await end({ session: { room_code: CODE } });
  await vi.waitFor(() => expect(said()).toEqual(['Session ended successfully']));
  expect(told).toEqual(['ended', 'marked']);
  expect(history.location.pathname).toBe('/');
  await vi.advanceTimersByTimeAsync(1_500);
  expect(history.location.pathname).toBe('/sessions');
});

test('an end that is refused says so, and the room stays open', async () => {
  const { told, history } = await end({ status: 404, body: { message: 'Not there', code: 'not_found' } });
  await vi.waitFor(() => expect(said()).toEqual(['Failed to end session']));
  expect(screen.getByRole('button', { name: 'no' })).toBeTruthy();
  expect(told).toEqual(['ended']);
  expect(history.location.pathname).toBe('/');
});

test.each([
  ['of a failing server', 'sent', { status: 500, body: { message: 'Down', code: 'internal' } }, ['ended']],
  ['behind a save that waits', 'waiting', { status: 503, body: {} }, []],
])('an end %s is kept on the device, which is said, and the room is left', async (_, kind, answer, expected) => {
  vi.useFakeTimers({ shouldAdvanceTime: true });
  saved = { kind };
  const { told, history } = await end(answer);
  await vi.waitFor(() => expect(said()).toEqual(['Saved offline']));
  expect(told).toEqual(expected);
  await vi.advanceTimersByTimeAsync(1_500);
  expect(history.location.pathname).toBe('/sessions');
});

test('without a server and without a disk nothing is called saved', async () => {
  vi.spyOn(IDBObjectStore.prototype, 'add').mockImplementation(() => {
    throw new DOMException('Full', 'QuotaExceededError');
  });
  await end({ status: 503, body: {} });
  await vi.waitFor(() => expect(said()).toEqual(['Failed to end session']));
});
