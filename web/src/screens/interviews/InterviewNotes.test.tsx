import { screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { outbox } from '../../features/outbox/page-outbox.ts';
import { aCompany, anInterview } from '../../testing/examples.ts';
import { serveApi } from '../../testing/fake-api.ts';
import { resetIndexedDb } from '../../testing/fake-indexed-db.ts';
import { renderScreen } from '../../testing/render-screen.tsx';
import { InterviewNotes } from './InterviewNotes.tsx';
import { queuedNotes } from './save-notes.ts';

const interview = anInterview({ notes: 'Kind.' });
const CHANGE = `PATCH /api/interview-sessions/${interview.id}`;

beforeEach(() => {
  resetIndexedDb();
  localStorage.setItem('token', 'account-token');
  localStorage.setItem('company', JSON.stringify(aCompany));
});
afterEach(() => {
  localStorage.clear();
  vi.unstubAllGlobals();
});

const type = async (text: string) => userEvent.type(await screen.findByLabelText('Team notes'), text);
const user = { 'GET /api/user': { company: aCompany } };

test('saves notes after a pause, without a button', async () => {
  const calls = serveApi({ ...user, [CHANGE]: { session: interview } });
  await renderScreen(<InterviewNotes interview={interview} />);
  await type(' Fast.');
  expect(screen.getByRole('status').textContent).toBe('Saves automatically');
  expect(await screen.findByText('Saved', {}, { timeout: 3_000 })).toBeTruthy();
  expect(calls.filter(({ call }) => call === CHANGE).map(({ body }) => body)).toEqual([{ notes: 'Kind. Fast.' }]);
});

test('saves notes when the field loses the focus', async () => {
  const calls = serveApi({ ...user, [CHANGE]: { session: interview } });
  await renderScreen(<InterviewNotes interview={interview} />);
  await type('!');
  await userEvent.tab();
  expect(await screen.findByText('Saved')).toBeTruthy();
  expect(calls.filter(({ call }) => call === CHANGE)).toHaveLength(1);
});

test('keeps only the latest notes on the device without a server, and sends them later', async () => {
  serveApi({ ...user, [CHANGE]: { status: 503, body: {} } });
  await renderScreen(<InterviewNotes interview={interview} />);
  await type(' One');
  await userEvent.tab();
  expect(await screen.findByText('Saved on this device, waiting to sync')).toBeTruthy();
  await type(' two');
  await userEvent.tab();
  await vi.waitFor(() => expect(queuedNotes(interview.id)).toBe('Kind. One two'));
  expect(await outbox.list()).toHaveLength(1);
  const calls = serveApi({ ...user, [CHANGE]: { session: interview } });
  await outbox.flush();
  expect(await outbox.list()).toEqual([]);
  expect(calls.filter(({ call }) => call === CHANGE).map(({ body }) => body)).toEqual([{ notes: 'Kind. One two' }]);
});

test('shows why notes were refused, and tries again', async () => {
  let answer: object = { status: 403, body: { message: 'Not yours', code: 'forbidden' } };
  serveApi({ ...user, [CHANGE]: () => answer });
  await renderScreen(<InterviewNotes interview={interview} />);
  await type('!');
  await userEvent.tab();
  expect((await screen.findByRole('alert')).textContent).toContain('Not yours');
  expect(await outbox.list()).toEqual([]);
  answer = { session: interview };
  await userEvent.click(screen.getByRole('button', { name: 'Try again' }));
  expect(await screen.findByText('Saved')).toBeTruthy();
});
