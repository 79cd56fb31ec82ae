import { screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, expect, test, vi } from 'vitest';
import { hasUnsaved } from '../../shared/device/unsaved.ts';
import { aCompany } from '../../testing/examples.ts';
import { serveApi } from '../../testing/fake-api.ts';
import { descriptionOf } from '../../testing/description-of.ts';
import { renderScreen } from '../../testing/render-screen.tsx';
import { toastStore } from '../../shared/ui/feedback/toast-store.ts';
import { InterviewerDialog } from './InterviewerDialog.tsx';
import { fill } from '../../testing/fill.ts';

const maya = {
  id: '0b7c6a0e-0000-4000-8000-00000000000a',
  name: 'Maya',
  email: 'maya@example.com',
  role: 'interviewer' as const,
};

const CHANGE = `PUT /api/users/${maya.id}`;
const listOf = (person: typeof maya) => ({
  'GET /api/users': { data: [person], current_page: 1, last_page: 1, total: 1 },
});

afterEach(() => vi.unstubAllGlobals());

test('shows missing values under their fields and sends nothing', async () => {
  const calls = serveApi({});
  await renderScreen(<InterviewerDialog user={null} onClose={vi.fn<() => void>()} />);
  await userEvent.click(await screen.findByRole('button', { name: 'Add' }));
  expect(descriptionOf(screen.getByLabelText('Full Name'))).toBe('Name is required');
  expect(descriptionOf(screen.getByLabelText('Email Address'))).toBe('Email is required');
  expect(descriptionOf(screen.getByLabelText('Password'))).toBe('Password is required');
  expect(document.activeElement).toBe(screen.getByLabelText('Full Name'));
  await fill(screen.getByLabelText('Email Address'), 'maya');
  await fill(screen.getByLabelText('Password'), '12345');
  await userEvent.click(screen.getByRole('button', { name: 'Add' }));
  expect(screen.getByText('Invalid email format')).toBeTruthy();
  expect(screen.getByText('Password must be at least 6 characters')).toBeTruthy();
  expect(calls).toEqual([]);
});

test('sends no password if the field is blank while editing', async () => {
  const calls = serveApi({ ...listOf(maya), [CHANGE]: { user: maya } });
  const onClose = vi.fn<() => void>();
  await renderScreen(<InterviewerDialog user={maya} onClose={onClose} />);
  expect(await screen.findByLabelText('New Password (leave blank to keep current)')).toHaveProperty('value', '');
  await userEvent.click(screen.getByRole('button', { name: 'Save' }));
  await waitFor(() => expect(onClose).toHaveBeenCalledOnce());
  const changes = calls.filter(({ call }) => call === CHANGE);
  expect(changes.map(({ body }) => body)).toEqual([{ name: 'Maya', email: 'maya@example.com' }]);
});

test('keeps an email that a colleague changed after the dialog was opened', async () => {
  const calls = serveApi({ ...listOf({ ...maya, email: 'new@example.com' }), [CHANGE]: { user: maya } });
  const onClose = vi.fn<() => void>();
  await renderScreen(<InterviewerDialog user={maya} onClose={onClose} />);
  await fill(await screen.findByLabelText('Full Name'), ' Okafor');
  await userEvent.click(screen.getByRole('button', { name: 'Save' }));
  await waitFor(() => expect(onClose).toHaveBeenCalledOnce());
  const sent = calls.find(({ call }) => call === CHANGE)?.body;
  expect(sent).toEqual({ name: 'Maya Okafor', email: 'new@example.com' });
});

test("shows the server's message of a refusal, or that endpoints are missing", async () => {
  let body: object = { message: 'This email is taken', code: 'conflict', errors: { email: ['Taken'] } };
  serveApi({ 'POST /api/users': () => ({ status: 409, body }) });
  await renderScreen(<InterviewerDialog user={null} onClose={vi.fn<() => void>()} />);
  await fill(await screen.findByLabelText('Full Name'), 'Maya');
  await fill(screen.getByLabelText('Email Address'), 'maya@example.com');
  await fill(screen.getByLabelText('Password'), 'long enough');
  await userEvent.click(screen.getByRole('button', { name: 'Add' }));
  expect((await screen.findByRole('alert')).textContent).toContain('This email is taken');
  expect(descriptionOf(screen.getByLabelText('Email Address'))).toBe('Taken');
  expect(document.activeElement).toBe(screen.getByLabelText('Email Address'));
  body = {};
  await userEvent.click(screen.getByRole('button', { name: 'Add' }));
  expect(await screen.findByText('This feature requires additional backend API endpoints')).toBeTruthy();
});

test('confirms at Escape before it discards unsaved input', async () => {
  serveApi({});
  const onClose = vi.fn<() => void>();
  await renderScreen(<InterviewerDialog user={maya} onClose={onClose} />);
  await fill(await screen.findByLabelText('Full Name'), ' Okafor');
  expect(hasUnsaved()).toBe(true);
  await userEvent.keyboard('{Escape}');
  const question = within(await screen.findByRole('alertdialog', { name: 'Discard what you typed?' }));
  expect(onClose).not.toHaveBeenCalled();
  await userEvent.click(question.getByRole('button', { name: 'Keep editing' }));
  expect(screen.queryByRole('alertdialog')).toBeNull();
  expect(screen.getByLabelText('Full Name')).toHaveProperty('value', 'Maya Okafor');
  await userEvent.keyboard('{Escape}');
  await userEvent.click(await screen.findByRole('button', { name: 'Discard' }));
  expect(onClose).toHaveBeenCalledOnce();
});

test('closes an unchanged dialog at Escape immediately', async () => {
  serveApi({});
  const onClose = vi.fn<() => void>();
  await renderScreen(<InterviewerDialog user={maya} onClose={onClose} />);
  const name = await screen.findByLabelText('Full Name');
  await userEvent.type(name, 'x{Backspace}');
  await userEvent.keyboard('{Escape}');
  expect(onClose).toHaveBeenCalledOnce();
});

test('leaves the password to the invitation if email is sent', async () => {
  localStorage.setItem('token', 'account-token');
  localStorage.setItem('company', JSON.stringify(aCompany));
  const calls = serveApi({
    'GET /api/user': { company: aCompany },
    'POST /api/users': { status: 201, body: { user: maya } },
  });
  const onClose = vi.fn<() => void>();
  await renderScreen(<InterviewerDialog user={null} onClose={onClose} />);
  await fill(await screen.findByLabelText('Full Name'), 'Maya');
  await fill(screen.getByLabelText('Email Address'), 'maya@example.com');
  expect(descriptionOf(screen.getByLabelText('Password (may be left blank)'))).toContain('We email them a link');
  await userEvent.click(screen.getByRole('button', { name: 'Add' }));

  await waitFor(() => expect(onClose).toHaveBeenCalledOnce());
  const body = { name: 'Maya', email: 'maya@example.com', role: 'interviewer' };
  expect(calls.find(({ call }) => call === 'POST /api/users')?.body).toEqual(body);
  expect(toastStore.get().at(-1)?.text).toBe('Maya gets an email with a link to choose a password.');
});

test('requires a password, to be passed on, if no email is sent', async () => {
  localStorage.setItem('token', 'account-token');
  localStorage.setItem('company', JSON.stringify({ ...aCompany, mail: 'written' }));
  serveApi({ 'GET /api/user': { company: { ...aCompany, mail: 'written' } } });
  await renderScreen(<InterviewerDialog user={null} onClose={vi.fn<() => void>()} />);
  const help = descriptionOf(await screen.findByLabelText('Password'));
  expect(help).toBe('Email is not set up here: tell them the password yourself.');
});
