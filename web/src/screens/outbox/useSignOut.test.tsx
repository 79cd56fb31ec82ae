import { screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { outbox } from '../../features/outbox/page-outbox.ts';
import { newOperationId } from '../../shared/api/operation-id.ts';
import { Toaster } from '../../shared/ui/feedback/Toaster.tsx';
import { resetIndexedDb } from '../../testing/fake-indexed-db.ts';
import { aCompany, anInterview } from '../../testing/examples.ts';
import { serveApi } from '../../testing/fake-api.ts';
import { renderScreen } from '../../testing/render-screen.tsx';
import { AppBar } from '../AppBar.tsx';
import type * as OutboxDialogs from './outbox-dialogs.ts';

/** True if the dialog's files load. */
let isReachable = true;
vi.mock('./outbox-dialogs.ts', async (original) => {
  const dialogs = await original<typeof OutboxDialogs>();
  const loadSignOutDialog = async () => {
    if (!isReachable) throw new TypeError('Failed to fetch');
    return dialogs.loadSignOutDialog();
  };
  return { ...dialogs, loadSignOutDialog };
});

beforeEach(async () => {
  resetIndexedDb();
  localStorage.setItem('token', 'account-token');
  localStorage.setItem('company', JSON.stringify(aCompany));
  serveApi({
    'GET /api/user': { company: aCompany },
    'POST /api/code-editor-data': { status: 503, body: {} },
  });
  const interviewId = anInterview({}).id;
  await outbox.add([
    {
      opId: newOperationId(),
      interviewId,
      roomCode: 'private-room-abc123def',
      kind: 'save',
      body: { interview_session_id: interviewId, code_content: 'SELECT 1' },
    },
  ]);
});
afterEach(() => {
  isReachable = true;
  localStorage.clear();
  vi.unstubAllGlobals();
});

async function signOut(): Promise<void> {
  await userEvent.click(await screen.findByRole('button', { name: /^Account menu/ }));
  await userEvent.click(screen.getByRole('menuitem', { name: 'Logout' }));
}

test('changes nothing when the dialog of a sign-out fails to load', async () => {
  await renderScreen(
    <>
      <AppBar />
      <Toaster />
    </>,
  );
  isReachable = false;
  await signOut();
  await screen.findByText('This needs a network. What was not sent is still on this device.');
  expect(localStorage.getItem('token')).toBe('account-token');
  expect(await outbox.list()).toHaveLength(1);

  isReachable = true;
  await signOut();
  const dialog = await screen.findByRole('alertdialog');
  expect(dialog.textContent).toContain('1 change hasn’t synced.');
});

test('keeps the question open on Escape while its answer runs', async () => {
  const { promise, resolve } = Promise.withResolvers<object>();
  await renderScreen(<AppBar />);
  await signOut();
  await outbox.settled();
  vi.stubGlobal('fetch', () => promise);
  await userEvent.click(await screen.findByRole('button', { name: 'Send now' }));
  await userEvent.keyboard('{Escape}');
  expect(screen.getByRole('alertdialog')).toBeTruthy();
  resolve(Response.json({}, { status: 503 }));
  await screen.findByText(/Couldn’t send everything/);
  await userEvent.keyboard('{Escape}');
  expect(screen.queryByRole('alertdialog')).toBeNull();
});
