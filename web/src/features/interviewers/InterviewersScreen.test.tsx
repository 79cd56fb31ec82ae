import { screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, expect, test, vi } from 'vitest';
import { anInterview } from '../../testing/examples.ts';
import { serveApi, stallApi } from '../../testing/fake-api.ts';
import { renderScreen } from '../../testing/render-screen.tsx';
import { toastStore } from '../../shared/ui/feedback/toast-store.ts';
import { InterviewersScreen } from './InterviewersScreen.tsx';
import { fill } from '../../testing/fill.ts';

const people = [
  {
    id: 'u-1',
    name: 'Maya Okafor',
    email: 'maya@example.com',
    role: 'interviewer',
    has_second_factor: true,
    last_active_at: null,
  },
  {
    id: 'u-2',
    name: 'Ben',
    email: 'ben@example.org',
    role: 'interviewer',
    has_second_factor: false,
    last_active_at: new Date().toISOString(),
  },
];
const LIST = 'GET /api/users';
const DELETE = 'DELETE /api/users/u-1';
const FACTOR = 'DELETE /api/users/u-1/second-factor';
const LED = 'GET /api/interview-sessions?status=active&interviewer_id=u-1';
const PLANNED = 'GET /api/interview-sessions?upcoming=true&interviewer_id=u-1';
const none = { data: [], total: 0 };
const NO_SESSIONS = { [LED]: none, [PLANNED]: none };

afterEach(() => vi.unstubAllGlobals());

async function show(answers: Parameters<typeof serveApi>[0]) {
  const calls = serveApi(answers);
  await renderScreen(<InterviewersScreen />);
  return calls;
}

async function askDelete() {
  await userEvent.click(await screen.findByRole('button', { name: 'Actions for Maya Okafor' }));
  await userEvent.click(screen.getByRole('menuitem', { name: 'Delete' }));
  return within(await screen.findByRole('alertdialog'));
}

/** Asks to delete; returns the button when it can be pressed. */
async function deleteButton() {
  const button = (await askDelete()).getByRole('button', { name: 'Delete' });
  await waitFor(() => expect(button).toHaveProperty('disabled', false));
  return button;
}

test('shows a card per person, and searches names and emails', async () => {
  await show({ [LIST]: { data: people } });
  const [maya] = await screen.findAllByRole('listitem');
  for (const text of ['MA', 'Maya Okafor', 'maya@example.com', 'INTERVIEWER', 'Not signed in'])
    expect(maya?.textContent).toContain(text);
  expect(screen.getByText(/^Active /)).toBeTruthy();
  await fill(screen.getByRole('searchbox'), 'EXAMPLE.ORG');
  expect(screen.queryByText('Maya Okafor')).toBeNull();
  expect(screen.getByText('Ben')).toBeTruthy();
});

test('leads to the plans if all interviewers of the plan are taken', async () => {
  serveApi({ [LIST]: { data: people } });
  await renderScreen(<InterviewersScreen most={2} />);
  expect((await screen.findByText(/2 of 2 in your plan/)).textContent).toBe('2 of 2 in your plan · View plans');
  expect(screen.getByRole('link', { name: 'View plans' }).getAttribute('href')).toBe('/subscription-plans');
});

test('names the endpoints it needs if the list fails to load', async () => {
  let answer: object = { status: 500, body: {} };
  await show({ [LIST]: () => answer });
  const banner = await screen.findByRole('alert');
  expect(banner.textContent).toContain('This feature requires additional backend API endpoints. Coming soon!');
  expect(within(banner).getAllByRole('listitem')).toHaveLength(4);
  answer = { data: people };
  await userEvent.click(within(banner).getByRole('button', { name: 'Try again' }));
  expect(await screen.findByText('Maya Okafor')).toBeTruthy();
});

test('deletes an interviewer only after a confirmation', async () => {
  const all = await show({ [LIST]: { data: people }, ...NO_SESSIONS, [DELETE]: { message: 'Deleted' } });
  const calls = () => all.map(({ call }) => call).filter((call) => call !== LED && call !== PLANNED);
  const question = await askDelete();
  await userEvent.click(question.getByRole('button', { name: 'Cancel' }));
  expect(calls()).toEqual([LIST]);
  await userEvent.click(await deleteButton());
  await waitFor(() => expect(calls()).toEqual([LIST, DELETE, LIST]));
  expect(screen.queryByRole('alert')).toBeNull();
});

test('names the running session that a deleted interviewer leads', async () => {
  const led = anInterview({ candidate_name: 'Ada Lovelace', room_code: 'private-room-abc123def' });
  await show({ [LIST]: { data: people }, ...NO_SESSIONS, [LED]: { data: [led] } });
  const question = await askDelete();
  expect(await question.findByText(/is running a session/)).toBeTruthy();
  expect(question.getByRole('listitem').textContent).toBe('Ada Lovelace (private-room-abc123def)');
});

test('requires the consequences before a deletion is confirmed', async () => {
  await show({ [LIST]: { data: people }, ...NO_SESSIONS, [PLANNED]: { data: [], total: 1 } });
  const answer = stallApi('GET', PLANNED.replace('GET ', ''));
  const question = await askDelete();
  const button = question.getByRole('button', { name: 'Delete' });
  expect(button).toHaveProperty('disabled', true);
  answer();
  expect(await question.findByText(/^1 scheduled session will be without/)).toBeTruthy();
  expect(button).toHaveProperty('disabled', false);
});

test.each([LED, PLANNED])('confirms no deletion if %s fails', async (call) => {
  let answer: object = { status: 500, body: {} };
  await show({ [LIST]: { data: people }, ...NO_SESSIONS, [call]: () => answer });
  const question = await askDelete();
  expect(await question.findByText('Failed to load their sessions')).toBeTruthy();
  const button = question.getByRole('button', { name: 'Delete' });
  expect(button).toHaveProperty('disabled', true);
  answer = none;
  await userEvent.click(question.getByRole('button', { name: 'Try again' }));
  await waitFor(() => expect(button).toHaveProperty('disabled', false));
});

test.each([
  [1, '1 scheduled session will be without Maya Okafor.'],
  [40, '40 scheduled sessions will be without Maya Okafor.'],
])('says that a deletion leaves %i planned sessions without the interviewer', async (total, text) => {
  await show({ [LIST]: { data: people }, ...NO_SESSIONS, [PLANNED]: { data: [], total } });
  const question = await askDelete();
  expect(await question.findByText(`${text} Nobody is told: choose another interviewer there.`)).toBeTruthy();
});

test.each([
  [{}, 'Failed to delete interviewer'],
  [{ message: 'This interviewer is in a session.', code: 'conflict' }, 'This interviewer is in a session.'],
])('shows an alert if the deletion fails with %o', async (body, text) => {
  await show({ [LIST]: { data: people }, ...NO_SESSIONS, [DELETE]: { status: 409, body } });
  await userEvent.click(await deleteButton());
  expect((await screen.findByRole('alert')).textContent).toContain(text);
  expect(screen.getByText('Maya Okafor')).toBeTruthy();
});

async function askRemoval() {
  await userEvent.click(await screen.findByRole('button', { name: 'Actions for Maya Okafor' }));
  await userEvent.click(screen.getByRole('menuitem', { name: 'Remove second step' }));
  return within(await screen.findByRole('alertdialog', { name: 'Remove the second step?' }));
}

async function actionsFor(name: string) {
  await userEvent.click(await screen.findByRole('button', { name: `Actions for ${name}` }));
  const actions = screen.getAllByRole('menuitem').map(({ textContent }) => textContent);
  await userEvent.keyboard('{Escape}');
  return actions;
}

test('offers to remove the second step of people who have one', async () => {
  await show({ [LIST]: { data: people } });
  expect(await actionsFor('Maya Okafor')).toEqual(['Edit', 'Remove second step', 'Delete']);
  expect(await actionsFor('Ben')).toEqual(['Edit', 'Delete']);
});

test('removes the second step after a confirmation, and refetches the list', async () => {
  let data = people;
  const all = await show({ [LIST]: () => ({ data }), [FACTOR]: { message: 'Removed' } });
  const calls = () => all.map(({ call }) => call);
  const question = await askRemoval();
  expect(screen.getByRole('alertdialog').textContent).toContain('Maya Okafor then signs in with the password alone');
  await userEvent.click(question.getByRole('button', { name: 'Cancel' }));
  expect(calls()).toEqual([LIST]);
  data = people.map((user) => ({ ...user, has_second_factor: false }));
  await userEvent.click((await askRemoval()).getByRole('button', { name: 'Remove' }));
  await waitFor(() => expect(calls()).toEqual([LIST, FACTOR, LIST]));
  expect(toastStore.get().map(({ text }) => text)).toEqual(['The second step of Maya Okafor was removed.']);
  expect(await actionsFor('Maya Okafor')).toEqual(['Edit', 'Delete']);
});

test.each([
  [{}, 'Failed to remove the second step'],
  [{ message: 'Please confirm your password to make this change.', code: 'reauthenticate' }, 'Please confirm'],
])('shows an alert if the removal fails with %o', async (body, text) => {
  await show({ [LIST]: { data: people }, [FACTOR]: { status: 403, body } });
  await userEvent.click((await askRemoval()).getByRole('button', { name: 'Remove' }));
  expect((await screen.findByRole('alert')).textContent).toContain(text);
  expect(screen.getByText('Maya Okafor')).toBeTruthy();
});
