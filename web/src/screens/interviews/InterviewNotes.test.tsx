import { act, cleanup, fireEvent, screen, waitFor } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { createAtom } from '@tanstack/store';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { outbox, outboxEntries } from '../../features/outbox/page-outbox.ts';
import { useStore } from '../../shared/store.ts';
import { aCompany, anInterview } from '../../testing/examples.ts';
import { serveApi, stallApi } from '../../testing/fake-api.ts';
import { resetIndexedDb } from '../../testing/fake-indexed-db.ts';
import { renderScreen } from '../../testing/render-screen.tsx';
import { InterviewNotes } from './InterviewNotes.tsx';

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

const changesIn = (calls: { call: string; body: unknown }[]) =>
  calls.filter(({ call }) => call === CHANGE).map(({ body }) => body);
/** Types without pauses, because a pause between two keys would save the first ones. */
async function type(text: string): Promise<void> {
  const field = await screen.findByLabelText<HTMLTextAreaElement>('Team notes');
  act(() => field.focus());
  fireEvent.change(field, { target: { value: field.value + text } });
}
/** Returns a function that returns the texts that a status has had since now. */
function statesOf(status: HTMLElement): () => (string | null)[] {
  const texts: (string | null)[] = [];
  const observer = new MutationObserver(() => texts.push(status.textContent));
  observer.observe(status, { childList: true, characterData: true, subtree: true });
  return () => texts;
}
const user = { 'GET /api/user': { company: aCompany } };

test('saves notes after a pause, without a button', async () => {
  const calls = serveApi({ ...user, [CHANGE]: { session: interview } });
  await renderScreen(<InterviewNotes interview={interview} />);
  await type(' Fa');
  fireEvent.change(screen.getByLabelText('Team notes'), { target: { value: 'Kind. Fast.' } });
  expect(screen.getByRole('status').textContent).toBe('Saves automatically');
  expect(await screen.findByText('Saved')).toBeTruthy();
  expect(changesIn(calls)).toEqual([{ notes: 'Kind. Fast.', notes_base: 'Kind.', op_id: expect.any(String) }]);
});

test('saves notes when the field loses the focus', async () => {
  const calls = serveApi({ ...user, [CHANGE]: { session: interview } });
  await renderScreen(<InterviewNotes interview={interview} />);
  await type('!');
  await userEvent.tab();
  expect(await screen.findByText('Saved')).toBeTruthy();
  expect(calls.filter(({ call }) => call === CHANGE)).toHaveLength(1);
});

test('keeps notes on the device without a server, sent later', async () => {
  serveApi({ ...user, [CHANGE]: { status: 503, body: {} } });
  await renderScreen(<InterviewNotes interview={interview} />);
  await type(' One');
  await userEvent.tab();
  expect(await screen.findByText('Saved on this device, waiting to sync')).toBeTruthy();
  await type(' two');
  await userEvent.tab();
  await type(' three');
  await userEvent.tab();
  const onDevice = async () => (await outbox.list()).map((entry) => entry.kind === 'notes' && entry.body.notes);
  // The first stays as it is, because it may have reached the server.
  await waitFor(async () => expect(await onDevice()).toEqual(['Kind. One', 'Kind. One two three']));
  const calls = serveApi({ ...user, [CHANGE]: { session: interview } });
  await outbox.flush();
  expect(await outbox.list()).toEqual([]);
  expect(changesIn(calls)).toMatchObject([
    { notes: 'Kind. One', notes_base: 'Kind.' },
    { notes: 'Kind. One two three', notes_base: 'Kind. One' },
  ]);
  expect(await screen.findByText('Saved')).toBeTruthy();
});

test('shows why notes that waited on the device were refused, and tries again', async () => {
  let answer: object = { status: 503, body: {} };
  const calls = serveApi({ ...user, [CHANGE]: () => answer });
  await renderScreen(<InterviewNotes interview={interview} />);
  await type(' One');
  await userEvent.tab();
  expect(await screen.findByText('Saved on this device, waiting to sync')).toBeTruthy();
  answer = { status: 403, body: { message: 'Not yours', code: 'forbidden' } };
  await outbox.flush();
  expect((await screen.findByRole('alert')).textContent).toContain('Not yours');
  answer = { session: interview };
  await userEvent.click(screen.getByRole('button', { name: 'Try again' }));
  expect(await screen.findByText('Saved')).toBeTruthy();
  expect(changesIn(calls).at(-1)).toMatchObject({ notes: 'Kind. One', notes_base: 'Kind.' });
  expect(await outbox.list()).toEqual([]);
});

test('calls discarded notes neither saved nor waiting', async () => {
  serveApi({ ...user, [CHANGE]: { status: 503, body: {} } });
  await renderScreen(<InterviewNotes interview={interview} />);
  await type(' One');
  await userEvent.tab();
  expect(await screen.findByText('Saved on this device, waiting to sync')).toBeTruthy();
  const states = statesOf(screen.getByRole('status'));
  for (const { sequence } of await outbox.list()) await outbox.discard(sequence);
  await waitFor(() => expect(screen.getByLabelText('Team notes')).toHaveProperty('value', 'Kind.'));
  expect(states()).toEqual(['']);

  cleanup();
  await renderScreen(<InterviewNotes interview={interview} />);
  await type(' Two');
  await userEvent.tab();
  expect(await screen.findByText('Saved on this device, waiting to sync')).toBeTruthy();
  cleanup();
  await renderScreen(<InterviewNotes interview={interview} />);
  expect(await screen.findByLabelText('Team notes')).toHaveProperty('value', 'Kind. Two');
  for (const { sequence } of await outbox.list()) await outbox.discard(sequence);
  await waitFor(() => expect(screen.getByLabelText('Team notes')).toHaveProperty('value', 'Kind.'));
});

test('keeps an account’s last words when another one signs in', async () => {
  const calls = serveApi({ ...user, [CHANGE]: { session: interview } });
  await renderScreen(<InterviewNotes interview={interview} />);
  await type(' Fast.');
  const adding = vi.spyOn(outbox, 'add');
  localStorage.setItem('company', JSON.stringify({ ...aCompany, id: '0b7c6a0e-0000-4000-8000-000000000099' }));
  cleanup();
  await waitFor(() => expect(adding).toHaveResolvedTimes(1));
  await outbox.flush();
  expect(await outbox.list()).toEqual([]);
  expect(changesIn(calls)).toEqual([]);

  localStorage.setItem('company', JSON.stringify(aCompany));
  await outbox.flush();
  expect(changesIn(calls)).toMatchObject([{ notes: 'Kind. Fast.', notes_base: 'Kind.' }]);
});

test('keeps an account’s last words when its sign-in ends', async () => {
  const calls = serveApi({ ...user, [CHANGE]: { session: interview } });
  await renderScreen(<InterviewNotes interview={interview} />);
  await type(' Fast.');
  const adding = vi.spyOn(outbox, 'add');
  const [token, company] = [localStorage.getItem('token'), localStorage.getItem('company')];
  localStorage.clear();
  cleanup();
  await waitFor(() => expect(adding).toHaveResolvedTimes(1));

  localStorage.setItem('token', token ?? '');
  localStorage.setItem('company', company ?? '');
  await outbox.flush();
  expect(changesIn(calls)).toMatchObject([{ notes: 'Kind. Fast.', notes_base: 'Kind.' }]);
});

test('keeps a refused change whose text is on no screen any more', async () => {
  const refusal = { message: 'Both texts are too long.', code: 'conflict' };
  const calls = serveApi({ ...user, [CHANGE]: { status: 409, body: refusal } });
  await renderScreen(<InterviewNotes interview={interview} />);
  await type(' Fast.');
  cleanup();

  await waitFor(() => expect(changesIn(calls)).toHaveLength(1));
  await outbox.settled();
  await waitFor(async () =>
    expect(await outbox.list()).toMatchObject([{ problem: refusal.message, body: { notes: 'Kind. Fast.' } }]),
  );
  for (const { sequence } of await outbox.list()) await outbox.discard(sequence);
  await waitFor(() => expect(outboxEntries.get()).toEqual([]));
});

test('writes each change to the device while the server does not answer', async () => {
  const calls = serveApi({ ...user, [CHANGE]: { session: interview } });
  const answer = stallApi('PATCH');
  await renderScreen(<InterviewNotes interview={interview} />);
  await type(' One');
  await userEvent.tab();
  await type(' two');
  await userEvent.tab();
  await type(' three');
  await userEvent.tab();
  await waitFor(async () =>
    expect(await outbox.list()).toMatchObject([
      { body: { notes: 'Kind. One', notes_base: 'Kind.' } },
      { body: { notes: 'Kind. One two', notes_base: 'Kind. One' } },
      { body: { notes: 'Kind. One two three', notes_base: 'Kind. One two' } },
    ]),
  );
  expect(screen.getByRole('status').textContent).toBe('Saving…');
  answer();
  expect(await screen.findByText('Saved')).toBeTruthy();
  expect(changesIn(calls)).toMatchObject([{ notes: 'Kind. One' }, { notes: 'Kind. One two three' }]);
});

test('shows a colleague’s words, and builds on them', async () => {
  const shown = createAtom(interview);
  const arrive = (notes: string) => act(() => shown.set(anInterview({ notes })));
  const Sheet = () => <InterviewNotes interview={useStore(shown)} />;
  const calls = serveApi({ ...user, [CHANGE]: { session: interview } });
  await renderScreen(<Sheet />);
  const field = await screen.findByLabelText<HTMLTextAreaElement>('Team notes');

  arrive('Kind. Asks first.');
  expect(field.value).toBe('Kind. Asks first.');
  await type(' Fast.');
  arrive('Kind. Asks first. Late.');
  expect(field.value).toBe('Kind. Asks first. Fast.');
  await userEvent.tab();
  expect(await screen.findByText('Saved')).toBeTruthy();
  arrive('Kind. Asks first. Late. Fast.');
  expect(field.value).toBe('Kind. Asks first. Late. Fast.');
  await type(' Tests.');
  await userEvent.tab();
  await waitFor(() =>
    expect(changesIn(calls)).toMatchObject([
      { notes_base: 'Kind. Asks first.', notes: 'Kind. Asks first. Fast.' },
      { notes_base: 'Kind. Asks first. Late. Fast.', notes: 'Kind. Asks first. Late. Fast. Tests.' },
    ]),
  );
  // Nothing of it waits when the next test begins.
  expect(await screen.findByText('Saved')).toBeTruthy();
});

test('keeps the last words when an older list arrives mid-save', async () => {
  const shown = createAtom(interview);
  const Sheet = () => <InterviewNotes interview={useStore(shown)} />;
  serveApi({ ...user, [CHANGE]: { session: interview } });
  await renderScreen(<Sheet />);
  const field = await screen.findByLabelText<HTMLTextAreaElement>('Team notes');
  await type(' One');
  await userEvent.tab();
  expect(await screen.findByText('Saved')).toBeTruthy();
  const answer = stallApi('PATCH');
  await type(' two');
  await userEvent.tab();
  act(() => shown.set(anInterview({ notes: 'Kind. One' })));
  answer();
  expect(await screen.findByText('Saved')).toBeTruthy();
  expect(field.value).toBe('Kind. One two');
  act(() => shown.set(anInterview({ notes: 'Kind. One two three' })));
  expect(field.value).toBe('Kind. One two three');
});

test('follows the colleague again when what was typed is taken back', async () => {
  const shown = createAtom(interview);
  const Sheet = () => <InterviewNotes interview={useStore(shown)} />;
  serveApi({ ...user, [CHANGE]: { session: interview } });
  await renderScreen(<Sheet />);
  await type('!');
  fireEvent.change(screen.getByLabelText('Team notes'), { target: { value: 'Kind.' } });
  await userEvent.tab();
  await waitFor(() => expect(screen.getByRole('status').textContent).toBe(''));
  act(() => shown.set(anInterview({ notes: 'Kind. Late.' })));
  expect(screen.getByLabelText<HTMLTextAreaElement>('Team notes').value).toBe('Kind. Late.');
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
