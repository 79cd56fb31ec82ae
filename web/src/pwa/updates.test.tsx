import { act, render, screen, waitFor } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { outbox } from '../features/outbox/page-outbox.ts';
import { newOperationId } from '../shared/api/operation-id.ts';
import { useUnsaved } from '../shared/device/unsaved.ts';
import { Toaster } from '../shared/ui/feedback/Toaster.tsx';
import { resetIndexedDb } from '../testing/fake-indexed-db.ts';
import { aCompany, anInterview } from '../testing/examples.ts';
import { serveApi } from '../testing/fake-api.ts';
import { renderScreen } from '../testing/render-screen.tsx';
import { isReloading, reloadPage } from './stale-files.ts';
import { Updates } from './Updates.tsx';
import { updateStore } from './update-store.ts';

/** Interval at which the prompt checks for unsent work, in milliseconds. */
const CHECK_EVERY_MS = 5_000;

const accept = vi.fn<() => void>();

beforeEach(async () => {
  resetIndexedDb();
  // Otherwise the first test would wait for the import as well.
  await import('./UpdatePrompt.tsx');
  accept.mockReset();
  localStorage.setItem('token', 'account-token');
  localStorage.setItem('company', JSON.stringify(aCompany));
  // The server is unreachable: added entries wait on this device.
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
const ready = () => screen.queryByText(/A new version is available/);

test('offers a new version and accepts it on a click', async () => {
  offer();
  await userEvent.click(await screen.findByRole('button', { name: 'Reload' }));
  await waitFor(() => expect(accept).toHaveBeenCalledTimes(1));
});

test('reloads again after the user stayed for unsaved input', async () => {
  // jsdom does not reload, like a browser whose user stays.
  vi.spyOn(console, 'error').mockReturnValue();
  const Unsaved = () => {
    useUnsaved(true);
    return null;
  };
  render(<Unsaved />);
  act(() => updateStore.set({ state: 'replaced', accept: reloadPage }));
  await userEvent.click(await screen.findByRole('button', { name: 'Reload' }));
  expect(await screen.findByRole('button', { name: 'Reloading...' })).toBeTruthy();
  expect(isReloading.get()).toBe(true);
  expect(await screen.findByRole('button', { name: 'Reload' }, { timeout: 3_000 })).toBeTruthy();
  expect(isReloading.get()).toBe(false);
});

test('offers no new version while work waits on this device', async () => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
  await save();
  const checks = vi.spyOn(outbox, 'list');
  offer();
  await vi.waitUntil(() => checks.mock.calls.length > 0);
  await checks.mock.results[0]?.value;
  expect(ready()).toBeNull();
  for (const { sequence } of await outbox.list()) await outbox.discard(sequence);
  vi.advanceTimersByTime(CHECK_EVERY_MS);
  expect(await screen.findByText(/A new version is available/)).toBeTruthy();
});

test('shows why it stays when work was added after the offer', async () => {
  offer();
  const reload = await screen.findByRole('button', { name: 'Reload' });
  await save();
  await userEvent.click(reload);
  expect(await screen.findByText('Syncing your changes first. Try again in a moment.')).toBeTruthy();
  expect(accept).not.toHaveBeenCalled();
});
