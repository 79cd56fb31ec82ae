import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, beforeAll, expect, test, vi } from 'vitest';
import { aCompany, anInterview } from '../../../testing/examples.ts';
import { serveApi, stallApi } from '../../../testing/fake-api.ts';
import { descriptionOf } from '../../../testing/description-of.ts';
import { renderScreen } from '../../../testing/render-screen.tsx';
import { toastStore } from '../../../shared/ui/feedback/toast-store.ts';
import { InterviewsScreen } from '../InterviewsScreen.tsx';
import type { ReviewParts } from './review-parts.ts';
import { fill } from '../../../testing/fill.ts';

const planned = anInterview({
  id: 'id-3',
  candidate_name: 'Jonas',
  candidate_email: 'jonas@example.com',
  status: 'scheduled',
  scheduled_at: '2099-12-01T10:00:00.000Z',
  started_at: null,
});
const parts: ReviewParts = {
  CodeView: ({ code }) => code,
  LanguageName: () => null,
  Notes: () => null,
  CardState: () => null,
  OpenCards: () => null,
};
const CHANGE = 'PATCH /api/interview-sessions/id-3';
const COLLEAGUES = 'GET /api/interview-sessions/colleagues';
const ROOM = `GET /api/interview-sessions/room/${planned.room_code}`;
const CANCEL = 'POST /api/interview-sessions/id-3/cancel';

// Loads the lazy parts of the screen, because that takes longer than a test waits for it.
beforeAll(async () => {
  await import('./InterviewSheet.tsx');
});
afterEach(() => vi.unstubAllGlobals());

async function openDetails(answers: Parameters<typeof serveApi>[0] = {}) {
  const list = { data: [planned], current_page: 1, last_page: 1, total: 1 };
  const calls = serveApi({ 'GET /api/interview-sessions?page=1': list, ...answers });
  await renderScreen(<InterviewsScreen page={1} onPage={() => {}} parts={parts} />);
  await userEvent.click(await screen.findByRole('button', { name: /^Actions/ }));
  await userEvent.click(screen.getByRole('menuitem', { name: 'View Details' }));
  return { calls, details: within(await screen.findByRole('dialog', { name: 'Session details' })) };
}

test('shows that a session has no code', async () => {
  const { details } = await openDetails();
  expect(details.getByText('No code editor data available for this session')).toBeTruthy();
  expect(details.queryByText('Ended At')).toBeNull();
});

test.each([
  ['scheduled', 1],
  ['active', 1],
  ['completed', 0],
  ['cancelled', 0],
] as const)('offers the call of a session that is %s %i times', async (status, times) => {
  const session = { ...planned, status, call_link: 'https://meet.example/abc' };
  const { details } = await openDetails({
    'GET /api/interview-sessions?page=1': { data: [session], current_page: 1, last_page: 1, total: 1 },
  });
  expect(details.getByText('Interviewer')).toBeTruthy();
  expect(details.queryAllByRole('link', { name: 'Join the call at meet.example' })).toHaveLength(times);
});

test('shows the plan of a session and starts it by one button', async () => {
  const soon = new Date(Date.now() + 30 * 60_000).toISOString();
  const list = { data: [{ ...planned, scheduled_at: soon }], current_page: 1, last_page: 1, total: 1 };
  const { calls, details } = await openDetails({
    'GET /api/interview-sessions?page=1': list,
    'POST /api/interview-sessions/id-3/start': { session: anInterview({ id: 'id-3' }) },
  });
  expect(details.getByText(/AM|PM/, { selector: 'time' }).getAttribute('datetime')).toBe(soon);
  expect(details.getByText(/^in (29|30) minutes$/)).toBeTruthy();
  expect(details.getAllByText(/codeshare/)).toHaveLength(1);
  expect(details.queryByText('Started At')).toBeNull();
  const start = details.getByRole('button', { name: 'Start Session' });
  await userEvent.dblClick(start);
  const starts = () => calls.filter(({ call }) => call === 'POST /api/interview-sessions/id-3/start');
  await waitFor(() => expect(starts()).toHaveLength(1));
});

test('shows in list and details that the candidate cannot make it', async () => {
  const declined = { declined_at: '2026-11-25T10:00:00.000Z', decline_note: 'Ill. Next week?' };
  const list = { data: [{ ...planned, ...declined }], current_page: 1, last_page: 1, total: 1 };
  const { details } = await openDetails({ 'GET /api/interview-sessions?page=1': list });
  expect(details.getByRole('alert').textContent).toBe('Jonas can’t make it.Ill. Next week?');
  expect(screen.getByText('Can’t make it')).toBeTruthy();
});

test('shows after one request that code is unreadable', async () => {
  const message = 'The code of this session cannot be opened. Other sessions are not affected.';
  const CODE = 'GET /api/code-editor-data/session/id-3';
  const list = { data: [{ ...planned, status: 'active' }], current_page: 1, last_page: 1, total: 1 };
  const { calls, details } = await openDetails({
    'GET /api/interview-sessions?page=1': list,
    [CODE]: { status: 409, body: { message, code: 'unreadable' } },
  });
  expect(await details.findByText(message)).toBeTruthy();
  expect(details.queryByText('Failed to load the code')).toBeNull();
  expect(calls.filter(({ call }) => call === CODE)).toHaveLength(1);
  await userEvent.click(details.getByRole('button', { name: 'Close' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
});

test('saves a changed email', async () => {
  const { calls, details } = await openDetails({
    [CHANGE]: { session: { ...planned, candidate_email: 'jo@example.com' } },
  });
  await userEvent.click(details.getByRole('button', { name: 'Edit email' }));
  await userEvent.clear(details.getByLabelText('Candidate Email'));
  await userEvent.type(details.getByLabelText('Candidate Email'), 'jo@example.com{Enter}');
  expect(await details.findByRole('button', { name: 'Edit email' })).toBeTruthy();
  const sent = calls.filter(({ call }) => call === CHANGE).map(({ body }) => body);
  expect(sent).toEqual([{ candidate_email: 'jo@example.com' }]);
  expect(calls.slice(-2).map(({ call }) => call)).toContain('GET /api/interview-sessions?page=1');
});

test('shows waiting room and template, and changes the waiting room twice', async () => {
  let session = { ...planned, asks_before_admitting: true, template_name: 'Backend' };
  const { calls, details } = await openDetails({
    'GET /api/interview-sessions?page=1': () => ({ data: [session], current_page: 1, last_page: 1, total: 1 }),
    [CHANGE]: (body) => ({ session: (session = { ...session, ...(body as object) }) }),
  });
  expect(details.getByText('Backend')).toBeTruthy();
  expect(details.getByText('On. Candidates wait until you let them in.')).toBeTruthy();
  await userEvent.click(details.getByRole('button', { name: 'Turn off the waiting room' }));
  expect(await details.findByText('Off. Everyone with the link is let in.')).toBeTruthy();
  await userEvent.click(await details.findByRole('button', { name: 'Turn on the waiting room' }));
  expect(await details.findByText('On. Candidates wait until you let them in.')).toBeTruthy();
  const sent = calls.filter(({ call }) => call === CHANGE).map(({ body }) => body);
  expect(sent).toEqual([{ asks_before_admitting: false }, { asks_before_admitting: true }]);
});

test('saves a changed name, and refuses none', async () => {
  const { calls, details } = await openDetails({ [CHANGE]: { session: { ...planned, candidate_name: 'Jonas B.' } } });
  await userEvent.click(details.getByRole('button', { name: 'Edit name' }));
  const field = details.getByLabelText('Candidate Name');
  await userEvent.clear(field);
  await userEvent.type(field, ' {Enter}');
  expect(descriptionOf(field)).toBe('Name is required');
  await userEvent.type(field, 'Jonas B.{Enter}');
  expect(await details.findByRole('button', { name: 'Edit name' })).toBeTruthy();
  expect(calls.filter(({ call }) => call === CHANGE).map(({ body }) => body)).toEqual([{ candidate_name: 'Jonas B.' }]);
});

test('sends no invalid email, and keeps it if a save fails', async () => {
  const { calls, details } = await openDetails({ [CHANGE]: { status: 500, body: {} } });
  await userEvent.click(details.getByRole('button', { name: 'Edit email' }));
  const field = details.getByLabelText('Candidate Email');
  await userEvent.clear(field);
  await userEvent.type(field, 'jonas{Enter}');
  expect(descriptionOf(field)).toBe('Invalid email format');
  expect(calls.map(({ call }) => call)).not.toContain(CHANGE);
  await userEvent.type(field, '@example.org{Enter}');
  expect((await details.findByRole('alert')).textContent).toBe('Failed to save the email');
  expect(field).toHaveProperty('value', 'jonas@example.org');
});

test.each([
  ['Reschedule', 'Call link'],
  ['Edit email', 'Candidate Email'],
])('confirms that it closes with text typed under %s', async (button, label) => {
  const { details } = await openDetails({ [COLLEAGUES]: { data: [] } });
  await userEvent.click(details.getByRole('button', { name: button }));
  await userEvent.type(details.getByLabelText(label), 'x{Escape}');
  const question = within(await screen.findByRole('alertdialog', { name: 'Discard what you typed?' }));
  await userEvent.click(question.getByRole('button', { name: 'Keep editing' }));
  expect(details.getByLabelText(label)).toHaveProperty('value', expect.stringMatching(/x$/));

  await userEvent.click(details.getByRole('button', { name: 'Close' }));
  await userEvent.click(await screen.findByRole('button', { name: 'Discard' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
});

test('stays open with its input while its session leaves the page', async () => {
  const page = { data: [planned], current_page: 1, last_page: 1, total: 1 };
  let list = page;
  const { calls, details } = await openDetails({
    'GET /api/interview-sessions?page=1': () => list,
    [COLLEAGUES]: { data: [] },
    [ROOM]: { session: { ...planned, candidate_name: 'Jonas B.' } },
  });
  await userEvent.click(details.getByRole('button', { name: 'Reschedule' }));
  await fill(details.getByLabelText('Call link'), 'https://meet.example/a');
  list = { ...page, data: [] };
  const reply = stallApi('GET', ROOM.slice('GET '.length));
  fireEvent(window, new Event('visibilitychange'));
  await screen.findByText('No sessions found');
  expect(details.getByLabelText('Call link')).toHaveProperty('value', 'https://meet.example/a');

  reply();
  expect(await details.findAllByText('Jonas B.')).toHaveLength(2);
  expect(calls.map(({ call }) => call)).toContain(ROOM);
  expect(details.getByLabelText('Call link')).toHaveProperty('value', 'https://meet.example/a');
});

test('closes once its session is deleted', async () => {
  const page = { data: [planned], current_page: 1, last_page: 1, total: 1 };
  let list = page;
  await openDetails({ 'GET /api/interview-sessions?page=1': () => list });
  list = { ...page, data: [] };
  fireEvent(window, new Event('visibilitychange'));
  expect(await screen.findByText('This session doesn’t exist, or it was deleted.')).toBeTruthy();
  expect(screen.queryByRole('dialog')).toBeNull();
});

test('cancels a scheduled session after a confirmation', async () => {
  const { calls, details } = await openDetails({ [CANCEL]: { session: { ...planned, status: 'cancelled' } } });
  await userEvent.click(details.getByRole('button', { name: 'Cancel session' }));
  const question = within(await screen.findByRole('alertdialog', { name: 'Cancel this session?' }));
  expect(calls.map(({ call }) => call)).not.toContain(CANCEL);
  await userEvent.click(question.getByRole('button', { name: 'Cancel session' }));
  await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull());
  expect(calls.map(({ call }) => call)).toContain(CANCEL);
});

test('shows that a cancellation failed', async () => {
  const { details } = await openDetails({ [CANCEL]: { status: 500, body: {} } });
  await userEvent.click(details.getByRole('button', { name: 'Cancel session' }));
  await userEvent.click(within(await screen.findByRole('alertdialog')).getByRole('button', { name: 'Cancel session' }));
  expect((await screen.findByRole('alert')).textContent).toContain('Failed to cancel session');
});

const jonasInvited = 'We email the cancellation to jonas@example.com.';
const jonasNotInvited = 'No email is sent: tell Jonas yourself.';
const [maya, ole] = [
  { id: 'id-maya', name: 'Maya' },
  { id: 'id-ole', name: 'Ole' },
];

test.each([
  ['sent', {}, jonasInvited],
  ['off', {}, jonasNotInvited],
  ['sent', { candidate_email: null, interviewers: [maya] }, jonasNotInvited],
  ['sent', { candidate_email: null, interviewers: [maya, ole] }, 'The interviewers get an email. Tell Jonas yourself.'],
] as const)('names who hears of a cancellation, before and after, where email is %s: %j', async (mail, plan, news) => {
  localStorage.setItem('token', 'account-token');
  const company = { ...aCompany, mail };
  localStorage.setItem('company', JSON.stringify(company));
  const user = { ...maya, email: 'maya@example.com', role: 'owner' };
  localStorage.setItem('user', JSON.stringify(user));
  const session = { ...planned, ...plan };
  const { details } = await openDetails({
    'GET /api/user': { company, user },
    'GET /api/interview-sessions?page=1': { data: [session], current_page: 1, last_page: 1, total: 1 },
    [CANCEL]: { session: { ...session, status: 'cancelled' } },
  });
  await userEvent.click(details.getByRole('button', { name: 'Cancel session' }));
  const question = within(await screen.findByRole('alertdialog', { name: 'Cancel this session?' }));
  expect(question.getByText((text) => text.endsWith(news))).toBeTruthy();
  await userEvent.click(question.getByRole('button', { name: 'Cancel session' }));

  await waitFor(() => expect(toastStore.get().map(({ text }) => text)).toContain(`Session cancelled. ${news}`));
});

test('announces no email about a session whose time is over', async () => {
  localStorage.setItem('company', JSON.stringify(aCompany));
  const list = {
    data: [{ ...planned, scheduled_at: '2020-01-01T10:00:00.000Z' }],
    current_page: 1,
    last_page: 1,
    total: 1,
  };
  const { details } = await openDetails({ 'GET /api/interview-sessions?page=1': list });
  await userEvent.click(details.getByRole('button', { name: 'Cancel session' }));

  const question = await screen.findByRole('alertdialog', { name: 'Cancel this session?' });
  expect(question.textContent).toContain('won’t take place');
  expect(question.textContent).not.toMatch(/email|tell/);
});

test('names who hears that a planned session is deleted', async () => {
  localStorage.setItem('token', 'account-token');
  localStorage.setItem('company', JSON.stringify(aCompany));
  await openDetails({ 'GET /api/user': { company: aCompany } });
  await userEvent.keyboard('{Escape}');
  await userEvent.click(await screen.findByRole('button', { name: /^Actions/ }));
  await userEvent.click(screen.getByRole('menuitem', { name: 'Delete' }));

  const question = within(await screen.findByRole('alertdialog'));
  expect(question.getByText((text) => text.endsWith(jonasInvited))).toBeTruthy();
});

test('shows the planned time of a cancelled session', async () => {
  const list = { data: [{ ...planned, status: 'cancelled' }], current_page: 1, last_page: 1, total: 1 };
  const { details } = await openDetails({ 'GET /api/interview-sessions?page=1': list });

  expect(details.getByText('Scheduled For')).toBeTruthy();
  const row = screen.getByRole('row', { name: /Jonas/, hidden: true });
  expect(row.textContent).toContain('Dec 1, 2099');
});
