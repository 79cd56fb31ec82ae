import { SHARED_TEXT } from '@cip/contracts/rooms/text-limits';
import '../../testing/fake-indexed-db.ts';
import { screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { StrictMode } from 'react';
import { afterEach, expect, test, vi } from 'vitest';
import * as Y from 'yjs';
import { saveOfflineDocument, scopeOf } from '../../features/documents/device/offline-document.ts';
import { forgetAccount, storeAccount } from '../../shared/device/stored-account.ts';
import { toastStore } from '../../shared/ui/feedback/toast-store.ts';
import { Toaster } from '../../shared/ui/feedback/Toaster.tsx';
import { aCompany, anInterview } from '../../testing/examples.ts';
import { serveApi } from '../../testing/fake-api.ts';
import { renderScreen } from '../../testing/render-screen.tsx';
import { UNREACHABLE } from '../../testing/unreachable.ts';
import { CreateInterview } from './CreateInterview.tsx';
import { OpenInterview } from './OpenInterview.tsx';

// The room has its own tests, and jsdom has no editor.
vi.mock('../room/interviewer/InterviewerRoom.tsx', () => ({
  InterviewerRoom: ({ interview }: { interview: { room_code: string } }) => `In ${interview.room_code}`,
}));

const QUICK_START = 'POST /api/interview-sessions/quick-start';
const CODE = 'private-room-abc123def';
const UNREADABLE = 'The code of this session cannot be opened. Other sessions are not affected.';

afterEach(() => {
  vi.unstubAllGlobals();
  vi.useRealTimers();
});

/** Opens the room. Returns a function that reads the toasts since then. */
async function openWithToasts(): Promise<() => string[]> {
  const before = toastStore.get();
  await renderScreen(<OpenInterview roomCode={CODE} />);
  return () => toastStore.get().flatMap((toast) => (before.includes(toast) ? [] : toast.text));
}

test('creates one interview even when effects run twice, and replaces the URL', async () => {
  const calls = serveApi({ [QUICK_START]: { session: anInterview({ room_code: CODE }) } });
  const { history } = await renderScreen(
    <StrictMode>
      <CreateInterview />
    </StrictMode>,
  );
  expect(await screen.findByText('Starting interview session...')).toBeTruthy();
  await vi.waitFor(() => expect(history.location.href).toBe(`/editor?room=${CODE}`));
  expect(calls.map(({ call }) => call)).toEqual([QUICK_START]);
  expect(calls[0]?.body).toEqual({ room_code: expect.stringMatching(/^private-room-[A-Za-z0-9]{9}$/) });
});

test.each([
  [{}, 'Failed to create interview session'],
  [{ message: 'Choose a plan first', code: 'plan_required' }, 'Choose a plan first'],
])('shows a start refused with %o, then the dashboard', async (body, text) => {
  vi.useFakeTimers({ shouldAdvanceTime: true });
  serveApi({ [QUICK_START]: { status: 402, body } });
  const { history } = await renderScreen(
    <>
      <CreateInterview />
      <Toaster />
    </>,
  );
  expect(await screen.findByText('Failed to start session. Redirecting...')).toBeTruthy();
  expect(screen.getByText(text)).toBeTruthy();
  expect(history.location.pathname).toBe('/');
  await vi.advanceTimersByTimeAsync(2_000);
  expect(history.location.pathname).toBe('/dashboard');
});

test('stays when the plan’s limit is reached, and opens the running session', async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true });
  const message = 'Your Starter plan includes 1 concurrent session. End a running session or choose a larger plan.';
  storeAccount({ company: aCompany }, 'token');
  serveApi({
    'GET /api/user': { company: aCompany },
    [QUICK_START]: { status: 409, body: { message, code: 'limit_reached' } },
    'GET /api/interview-sessions?status=active': { data: [anInterview({ room_code: CODE })] },
  });
  const before = toastStore.get();
  const { history } = await renderScreen(<CreateInterview />);
  expect((await screen.findByRole('alert')).textContent).toBe(message);
  const open = await screen.findByRole('link', { name: `Rejoin the session with Ada Lovelace (${CODE})` });
  await vi.advanceTimersByTimeAsync(5_000);
  expect(history.location.pathname).toBe('/');
  expect(toastStore.get().filter((toast) => !before.includes(toast))).toEqual([]);
  expect(screen.getByRole('link', { name: 'View plans' })).toBeTruthy();
  open.click();
  await vi.waitFor(() => expect(history.location.href).toBe(`/editor?room=${CODE}`));
  forgetAccount();
});

test('opens an existing room', async () => {
  const interview = { ...anInterview({ room_code: CODE }), code_editor_data: [] };
  serveApi({ [`GET /api/interview-sessions/room/${CODE}`]: { session: interview } });
  await renderScreen(<OpenInterview roomCode={CODE} />);
  expect(await screen.findByText(`In ${CODE}`)).toBeTruthy();
});

test.each([
  ['scheduled', 'This session has not started yet. Start it from the list of sessions.'],
  ['cancelled', 'This session was cancelled.'],
] as const)('shows that a room is %s and redirects to the list', async (status, text) => {
  vi.useFakeTimers({ shouldAdvanceTime: true });
  const interview = { ...anInterview({ room_code: CODE, status }), code_editor_data: [] };
  serveApi({ [`GET /api/interview-sessions/room/${CODE}`]: { session: interview } });
  const { history } = await renderScreen(<OpenInterview roomCode={CODE} />);
  expect((await screen.findByRole('alert')).textContent).toBe(text);
  await vi.advanceTimersByTimeAsync(2_000);
  expect(history.location.pathname).toBe('/sessions');
  // Back would only fail again.
  expect(history.canGoBack()).toBe(false);
});

test.each([
  [500, {}, 'Failed to join session', 'Failed to join session'],
  [503, { message: 'Back in a minute.' }, 'Back in a minute.', 'Back in a minute.'],
  [404, {}, 'Session not found or access denied. Redirecting...', 'Session not found or access denied. Redirecting...'],
  [403, { message: 'Not yours' }, 'Not yours', 'Session not found or access denied. Redirecting...'],
])('shows why a room answered %i and %o, also in a toast', async (status, body, notice, text) => {
  serveApi({ [`GET /api/interview-sessions/room/${CODE}`]: { status, body } });
  const toasted = await openWithToasts();
  expect((await screen.findByRole('alert')).textContent).toBe(notice);
  expect(toasted()).toEqual([text]);
});

test.each(UNREACHABLE)('opens a room after %s once the server replies', async (_what, answer) => {
  vi.useFakeTimers({ shouldAdvanceTime: true });
  vi.stubGlobal('fetch', answer);
  const toasted = await openWithToasts();
  expect(await screen.findByRole('heading', { name: 'We can’t reach the server' })).toBeTruthy();
  // Longer than the two seconds after which an error redirects.
  await vi.advanceTimersByTimeAsync(10_000);
  expect(screen.getByText(/This interview opens automatically as soon as the server answers/)).toBeTruthy();
  expect(toasted()).toEqual([]);
  const interview = { ...anInterview({ room_code: CODE }), code_editor_data: [] };
  serveApi({ [`GET /api/interview-sessions/room/${CODE}`]: { session: interview } });
  await vi.advanceTimersByTimeAsync(5_000);
  expect(await screen.findByText(`In ${CODE}`)).toBeTruthy();
});

test.each(UNREACHABLE)('starts a new interview after %s once the server replies', async (_what, answer) => {
  vi.useFakeTimers({ shouldAdvanceTime: true });
  const bodies: unknown[] = [];
  vi.stubGlobal('fetch', (_url: string, { body }: RequestInit) => {
    bodies.push(body);
    return answer();
  });
  const { history } = await renderScreen(<CreateInterview />);
  expect(await screen.findByRole('heading', { name: 'We can’t reach the server' })).toBeTruthy();
  await vi.advanceTimersByTimeAsync(10_000);
  expect(history.location.pathname).toBe('/');
  // All attempts use one room code, so only one interview is created.
  expect(bodies.length).toBeGreaterThan(1);
  expect(new Set(bodies).size).toBe(1);
  serveApi({ [QUICK_START]: { session: anInterview({ room_code: CODE }) } });
  await vi.advanceTimersByTimeAsync(5_000);
  await vi.waitFor(() => expect(history.location.href).toBe(`/editor?room=${CODE}`));
});

test.each([
  ['of nobody or of others', 404, {}, 'Session not found or access denied. Redirecting...'],
  ['whose code cannot be opened', 409, { message: UNREADABLE, code: 'unreadable' }, UNREADABLE],
])('redirects to the list two seconds after a room %s', async (_which, status, body, text) => {
  vi.useFakeTimers({ shouldAdvanceTime: true });
  const calls = serveApi({ [`GET /api/interview-sessions/room/${CODE}`]: { status, body } });
  const { history } = await renderScreen(<OpenInterview roomCode={CODE} />);
  expect((await screen.findByRole('alert')).textContent).toBe(text);
  await vi.advanceTimersByTimeAsync(2_000);
  expect(history.location.pathname).toBe('/sessions');
  expect(calls).toHaveLength(1);
});

test('offers text typed offline in a room that is gone, and redirects only after it', async () => {
  serveApi({ 'GET /api/user': { company: aCompany, user: { id: 'u-1' } } });
  storeAccount({ company: aCompany, user: { id: 'u-1' } as never }, 'token');
  const doc = new Y.Doc();
  doc.getText(SHARED_TEXT).insert(0, '-- typed offline');
  const state = Y.encodeStateAsUpdate(doc);
  await saveOfflineDocument({
    scope: scopeOf(CODE, 'u-1'),
    gapId: 'gap-12345',
    since: 0,
    state,
    language: 'sql',
    interview: {},
  });
  // The disk has its own clock.
  vi.useFakeTimers({ shouldAdvanceTime: true, toFake: ['setTimeout', 'clearTimeout'] });
  const { history } = await renderScreen(<OpenInterview roomCode={CODE} />);
  expect(await screen.findByText(/didn’t sync before the session ended/, undefined, { timeout: 5_000 })).toBeTruthy();
  expect(screen.getByRole('button', { name: 'Copy code' })).toBeTruthy();
  // Longer than the two seconds after which it would redirect.
  await vi.advanceTimersByTimeAsync(2_200);
  expect(history.location.pathname).toBe('/');
  await userEvent.click(screen.getByRole('button', { name: 'Dismiss' }));
  await vi.advanceTimersByTimeAsync(2_200);
  expect(history.location.pathname).toBe('/sessions');
  forgetAccount();
});
