import { act, screen, waitFor } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { outbox } from '../features/outbox/page-outbox.ts';
import { newOperationId } from '../shared/api/operation-id.ts';
import { Toaster } from '../shared/ui/feedback/Toaster.tsx';
import { resetIndexedDb } from '../testing/fake-indexed-db.ts';
import { aCompany, anInterview } from '../testing/examples.ts';
import { serveApi } from '../testing/fake-api.ts';
import { renderScreen } from '../testing/render-screen.tsx';
import { Updates } from './Updates.tsx';
import { updateStore } from './update-store.ts';

/** How often the prompt looks whether work still waits. */
const LOOK_EVERY_MS = 5_000;

const accept = vi.fn<() => void>();

beforeEach(async () => {
  resetIndexedDb();
  // Else the first test waits for the file as well.
  await import('./UpdatePrompt.tsx');
  accept.mockReset();
  localStorage.setItem('token', 'account-token');
  localStorage.setItem('company', JSON.stringify(aCompany));
  // The server is away: what is added waits on this device.
  serveApi({ 'GET /api/user': { company: aCompany }, 'POST /api/code-editor-data': { status: 503, body: {} } });
  await renderScreen(
    <>
      <Updates />
      <Toaster />
    </>,
  );
});
afterEach(() => {
  vi.useRealTimers();
  localStorage.clear();
  vi.unstubAllGlobals();
});

const save = () =>
  outbox.add([
    {
      opId: newOperationId(),
      interviewId: anInterview({}).id,
      roomCode: 'private-room-abc123def',
      kind: 'save',
      body: { interview_session_id: anInterview({}).id, code_content: 'SELECT 1', language: 'sql' },
    },
  ]);
const offer = () => act(() => updateStore.set({ state: 'waiting', accept }));
const ready = () => screen.queryByText(/A new version is ready/);

test('a new version is offered, and taken when asked for', async () => {
  offer();
  await userEvent.click(await screen.findByRole('button', { name: 'Reload' }));
  await waitFor(() => expect(accept).toHaveBeenCalledTimes(1));
});

test('no new version is offered while work waits on this device', async () => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
  await save();
  const looks = vi.spyOn(outbox, 'list');
  offer();
  await vi.waitUntil(() => looks.mock.calls.length > 0);
  await looks.mock.results[0]?.value;
  expect(ready()).toBeNull();
  for (const { sequence } of await outbox.list()) await outbox.discard(sequence);
  vi.advanceTimersByTime(LOOK_EVERY_MS);
  expect(await screen.findByText(/A new version is ready/)).toBeTruthy();
});

test('work that came after the offer keeps the tab, and the person is told', async () => {
  offer();
  const reload = await screen.findByRole('button', { name: 'Reload' });
  await save();
  await userEvent.click(reload);
  expect(await screen.findByText('Work on this device has to reach the server first.')).toBeTruthy();
  expect(accept).not.toHaveBeenCalled();
});
