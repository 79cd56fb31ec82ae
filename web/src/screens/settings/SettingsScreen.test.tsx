import { onlineManager } from '@tanstack/react-query';
import { screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, beforeAll, beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest';
import { hasUnsaved } from '../../shared/device/unsaved.ts';
import { aCompany } from '../../testing/examples.ts';
import { serveApi, stallApi } from '../../testing/fake-api.ts';
import { descriptionOf } from '../../testing/description-of.ts';
import { renderScreen } from '../../testing/render-screen.tsx';
import { Reauthentication } from '../../features/auth/Reauthentication.tsx';
import { LeaveGuard } from '../../shared/ui/overlay/LeaveGuard.tsx';
import { SettingsScreen } from './SettingsScreen.tsx';
import { fill } from '../../testing/fill.ts';

// Loads the late parts of the screen, which take longer than a test waits for them.
beforeAll(async () => {
  await import('./Sections.tsx');
});
beforeEach(() => {
  localStorage.setItem('token', 'account-token');
  localStorage.setItem('company', JSON.stringify(aCompany));
});
afterEach(() => {
  localStorage.clear();
  vi.unstubAllGlobals();
});

/** Like serveApi, with the replies that the sections request on their own. */
const serve: typeof serveApi = (answers) =>
  serveApi({
    'GET /api/user/sign-ins': { data: [] },
    'GET /api/user/second-factor': { enabled: false, recovery_codes_left: 0 },
    'GET /api/company/retention': { days: null, affected: 0 },
    'GET /api/api-keys': { keys: [] },
    'GET /api/webhooks': { webhooks: [] },
    'GET /api/calendar-feed': { created_at: null },
    ...answers,
  });

const changePassword = async (next: string, confirm: string) => {
  await fill(await screen.findByLabelText('Current Password'), 'old secret');
  await fill(screen.getByLabelText('New Password'), next);
  await fill(screen.getByLabelText('Confirm New Password'), confirm);
  await userEvent.click(screen.getByRole('button', { name: 'Update password' }));
};

test('updates the company after saving the profile, with a dismissible alert', async () => {
  const renamed = { ...aCompany, name: 'Engines Ltd' };
  serve({ 'GET /api/user': { company: aCompany }, 'PUT /api/company/profile': { company: renamed } });
  const { store } = await renderScreen(<SettingsScreen />);
  // By text: the roles of all sections take most of a second when they are first computed.
  await userEvent.click(await screen.findByText('Update profile'));
  const alert = await screen.findByRole('alert');
  expect(alert.textContent).toBe('Profile updated successfully');
  expect(store.state.get().account?.company.name).toBe('Engines Ltd');
  await userEvent.click(within(alert).getByRole('button', { name: 'Dismiss' }));
  expect(screen.queryByRole('alert')).toBeNull();
});

test('holds no unsaved input after saving the rules', async () => {
  const withRule = { ...aCompany, rule: { tools: 'no_ai', note: 'Documentation is fine.' } };
  serve({
    'GET /api/user': { company: withRule },
    'PUT /api/company/profile': (body) => ({ company: { ...withRule, ...(body as object) } }),
  });
  await renderScreen(<SettingsScreen />);
  const line = await screen.findByLabelText('Details');
  expect(hasUnsaved()).toBe(false);
  await fill(line, ' So is search. ');
  expect(hasUnsaved()).toBe(true);
  await userEvent.click(screen.getByText('Save rules'));
  await screen.findByText('Rules updated');
  expect(hasUnsaved()).toBe(false);
});

test('saves the default of completion, and sends no rule that is unchanged', async () => {
  const calls = serve({
    'GET /api/user': { company: aCompany },
    'PUT /api/company/profile': (body) => ({ company: { ...aCompany, ...(body as object) } }),
  });
  await renderScreen(<SettingsScreen />);
  const group = await screen.findByRole('group', { name: 'Code completion' });
  expect(within(group).getByRole('radio', { name: 'Off' })).toHaveProperty('checked', true);
  await userEvent.click(within(group).getByRole('radio', { name: 'Words' }));
  await userEvent.click(screen.getByText('Save rules'));
  await screen.findByText('Rules updated');
  const { body } = calls.find(({ call }) => call === 'PUT /api/company/profile') ?? {};
  expect(body).toEqual({ name: aCompany.name, email: aCompany.email, completion: 'words' });
  expect(within(group).getByRole('radio', { name: 'Words' })).toHaveProperty('checked', true);
});

describe('on a page that was opened before others changed the company', () => {
  const notification_preferences = { ...aCompany.notification_preferences, emailNotifications: false };
  const newer = { ...aCompany, name: 'Engines Ltd', email: 'new@example.com', call_link: 'https://meet.example/a' };
  const changed = { ...newer, notification_preferences };
  const open = async (answers: Parameters<typeof serveApi>[0]) => {
    const companies = [aCompany];
    const calls = serve({ 'GET /api/user': () => ({ company: companies.shift() ?? changed }), ...answers });
    await renderScreen(<SettingsScreen />);
    await screen.findByText('Update profile');
    return () => calls.filter(({ call }) => call.startsWith('PUT')).map(({ body }) => body);
  };

  test('sends changed profile fields, and shows the others’ changes', async () => {
    const sent = await open({
      'PUT /api/company/profile': (body) => ({ company: { ...changed, ...(body as object) } }),
    });
    await userEvent.type(screen.getByLabelText('Phone Number'), '555');
    const reply = stallApi('PUT');
    await userEvent.click(screen.getByText('Update profile'));
    await fill(screen.getByLabelText('Company Name'), ', Berlin');
    reply();
    await screen.findByText('Profile updated successfully');
    expect(sent()).toEqual([{ name: 'Engines Ltd', email: 'new@example.com', phone: '555' }]);
    expect(screen.getByLabelText('Email Address')).toHaveProperty('value', 'new@example.com');
    expect(screen.getByLabelText('Call link')).toHaveProperty('value', 'https://meet.example/a');
    expect(screen.getByLabelText('Company Name')).toHaveProperty('value', expect.stringContaining(', Berlin'));
    expect(hasUnsaved()).toBe(true);
  });

  test('changes one notification and leaves the others', async () => {
    const sent = await open({
      'PUT /api/company/notifications': (body) => ({
        company: { ...changed, notification_preferences: body as typeof notification_preferences },
      }),
    });
    await userEvent.click(screen.getByLabelText('Weekly Reports'));
    await screen.findByText('Notification preferences updated');
    expect(sent()).toEqual([{ emailNotifications: false, sessionReminders: true, weeklyReports: true }]);
    expect(screen.getByLabelText('Email Notifications')).toHaveProperty('checked', false);
    expect(screen.getByLabelText('Weekly Reports')).toHaveProperty('checked', true);
  });
});

test('links the plan’s own page', async () => {
  serve({ 'GET /api/user': { company: aCompany } });
  const { history } = await renderScreen(<SettingsScreen />);
  expect((await screen.findByText('Current Plan')).textContent).toBe('Current PlanACTIVE');
  await userEvent.click(screen.getByRole('button', { name: 'Manage Subscription' }));
  expect(history.location.pathname).toBe('/subscription-plans');
});

test('checks a new password before it is sent', async () => {
  const calls = serve({ 'GET /api/user': { company: aCompany } });
  await renderScreen(<SettingsScreen />);
  await changePassword('12345', '123456');
  expect(descriptionOf(screen.getByLabelText('New Password'))).toBe('Password must be at least 6 characters');
  expect(descriptionOf(screen.getByLabelText('Confirm New Password'))).toBe('New passwords do not match');
  expect(calls.filter(({ call }) => call.startsWith('PUT'))).toEqual([]);
});

test('shows why a password was refused', async () => {
  const body = { message: 'Current password is incorrect', code: 'invalid' };
  serve({ 'GET /api/user': { company: aCompany }, 'PUT /api/company/password': { status: 422, body } });
  await renderScreen(<SettingsScreen />);
  await changePassword('new secret', 'new secret');
  expect((await screen.findByRole('alert')).textContent).toBe('Current password is incorrect');
});

test('saves the switches at once, together', async () => {
  const calls = serve({
    'GET /api/user': { company: aCompany },
    'PUT /api/company/notifications': { company: aCompany },
  });
  await renderScreen(<SettingsScreen />);
  await userEvent.click(await screen.findByRole('switch', { name: 'Weekly Reports' }));
  expect((await screen.findByRole('alert')).textContent).toBe('Notification preferences updated');
  expect(calls.at(-1)?.body).toEqual({ emailNotifications: true, sessionReminders: true, weeklyReports: true });
});

test('shows that a changed password ended the other sign-ins', async () => {
  const since = '2026-11-20T09:00:00.000Z';
  const signIn = { id: 'here', device: 'Chrome', address: '', created_at: since, last_used_at: since, current: true };
  const lists = [[signIn, { ...signIn, id: 'there', device: 'Firefox', current: false }]];
  const calls = serve({
    'GET /api/user': { company: aCompany },
    'GET /api/user/sign-ins': () => ({ data: lists.shift() ?? [signIn] }),
    'PUT /api/company/password': { message: 'Password updated successfully' },
  });
  await renderScreen(<SettingsScreen />);
  await screen.findByText('Firefox');
  await changePassword('new secret', 'new secret');
  expect((await screen.findByRole('alert')).textContent).toBe('Password updated successfully');
  const sent = calls.find(({ call }) => call.startsWith('PUT'))?.body;
  expect(sent).toMatchObject({ current_password: 'old secret', new_password: 'new secret' });
  await waitFor(() => expect(screen.queryByText('Firefox')).toBeNull());
});

test('shows a failed profile change without a message', { tags: ['long'] }, async () => {
  serve({ 'GET /api/user': { company: aCompany }, 'PUT /api/company/profile': { status: 500, body: {} } });
  await renderScreen(<SettingsScreen />);
  await userEvent.click(await screen.findByRole('button', { name: 'Update profile' }));
  expect((await screen.findByRole('alert')).textContent).toBe('Failed to update profile');
});

test('returns a switch that fails to save', async () => {
  serve({ 'GET /api/user': { company: aCompany }, 'PUT /api/company/notifications': { status: 500, body: {} } });
  await renderScreen(<SettingsScreen />);
  const weekly = await screen.findByRole('switch', { name: 'Weekly Reports' });
  await userEvent.click(weekly);
  expect((await screen.findByRole('alert')).textContent).toBe('Failed to update notification settings');
  expect(weekly).toHaveProperty('checked', false);
});

test('links each section, and nothing that does not exist', async () => {
  serve({ 'GET /api/user': { company: aCompany } });
  await renderScreen(<SettingsScreen />);
  const list = within(await screen.findByRole('navigation', { name: 'Settings' }));
  const ids = list.getAllByRole('link').map((link) => link.getAttribute('href')?.split('#')[1] ?? '');
  expect(ids).toHaveLength(17);
  expect(ids.filter((id) => document.getElementById(id) === null)).toEqual([]);
});

test('waits with the sections for what moves the one that the address names', async () => {
  serve({ 'GET /api/user': { company: aCompany }, 'GET /api/user/sign-ins': { data: [] } });
  const release = stallApi('GET', '/api/user/sign-ins');
  Element.prototype.scrollIntoView = () => undefined;
  await renderScreen(<SettingsScreen />, { address: '/settings#notification-preferences' });
  expect(await screen.findByRole('status', { name: 'Loading' })).toBeTruthy();
  expect(screen.queryByRole('heading', { level: 3 })).toBeNull();
  release();
  expect(await screen.findByText('Notification Preferences', { selector: 'h3' })).toBeTruthy();
});

test('opens one section at a time from the list of a narrow window, and keeps what was typed', async () => {
  serve({ 'GET /api/user': { company: aCompany } });
  // The router scrolls to the section of an address, jsdom cannot.
  Element.prototype.scrollIntoView = () => undefined;
  const { history } = await renderScreen(<SettingsScreen />, { wide: false, address: '/settings' });
  const list = within(await screen.findByRole('navigation', { name: 'Settings' }));
  const shown = () => screen.queryAllByRole('region').map((section) => section.getAttribute('aria-label'));
  expect(shown()).toEqual([]);
  await userEvent.click(list.getByRole('link', { name: 'Company Profile' }));
  expect(shown()).toEqual(['Company Profile']);
  await userEvent.type(screen.getByLabelText('Phone Number'), '555');
  await userEvent.click(screen.getByRole('button', { name: 'All settings' }));
  await waitFor(() => expect(shown()).toEqual([]));
  expect(history.location.href).toBe('/settings');
  expect(history.canGoBack()).toBe(false);
  history.push('/settings#company-profile');
  await waitFor(() => expect(shown()).toEqual(['Company Profile']));
  expect(screen.getByLabelText('Phone Number')).toHaveProperty('value', expect.stringContaining('555'));
});

test('leaves no section behind in the history on the way to the list', async () => {
  serve({ 'GET /api/user': { company: aCompany } });
  Element.prototype.scrollIntoView = () => undefined;
  const { history } = await renderScreen(<SettingsScreen />, { wide: false, address: '/settings#company-profile' });
  await userEvent.click(await screen.findByRole('button', { name: 'All settings' }));
  await waitFor(() => expect(history.location.href).toBe('/settings'));
  expect(history.canGoBack()).toBe(false);
});

test('shows a failed password change without a message', async () => {
  serve({ 'GET /api/user': { company: aCompany }, 'PUT /api/company/password': { status: 500, body: {} } });
  await renderScreen(<SettingsScreen />);
  await changePassword('new secret', 'new secret');
  expect((await screen.findByRole('alert')).textContent).toBe('Failed to update password');
});

test('counts old sessions and asks before it saves a shorter retention', async () => {
  const calls = serveApi({
    'GET /api/user': { company: aCompany },
    'GET /api/company/retention': { days: null, affected: 0 },
    'GET /api/company/retention?days=90': { days: null, affected: 12 },
    'PUT /api/company/retention': { days: 90, affected: 12 },
  });
  await renderScreen(<SettingsScreen />);
  for (const length of ['Always', '30 days', '180 days', '1 year', '2 years'])
    expect(await screen.findByLabelText(length)).toBeTruthy();
  await userEvent.click(screen.getByLabelText('90 days'));
  await screen.findByText(/12 sessions would be deleted now/);
  await userEvent.click(screen.getByText('Save retention'));
  expect(calls.some(({ call }) => call.startsWith('PUT'))).toBe(false);
  await userEvent.click(await screen.findByText('Delete 12 sessions'));
  await screen.findByText('Retention updated');
  expect(calls.find(({ call }) => call.startsWith('PUT'))?.body).toEqual({ days: 90 });
});

test('shows that old sessions could not be counted, with a retry', async () => {
  let answer: object = { status: 500, body: {} };
  serve({ 'GET /api/user': { company: aCompany }, 'GET /api/company/retention?days=90': () => answer });
  await renderScreen(<SettingsScreen />);
  await userEvent.click(await screen.findByLabelText('90 days'));
  const failure = await screen.findByText('Failed to count the sessions that are older');
  answer = { days: null, affected: 12 };
  await userEvent.click(within(failure.closest<HTMLElement>('[role=alert]') ?? document.body).getByText('Try again'));
  await screen.findByText(/12 sessions would be deleted now/);
  expect(screen.queryByText('Failed to count the sessions that are older')).toBeNull();
});

test('shows offline that old sessions could not be counted', { tags: ['long'] }, async () => {
  serve({ 'GET /api/user': { company: aCompany } });
  await renderScreen(<SettingsScreen />);
  await screen.findByLabelText('90 days');
  onlineManager.setOnline(false);
  onTestFinished(() => onlineManager.setOnline(true));
  await userEvent.click(screen.getByLabelText('90 days'));
  expect(await screen.findByText('Failed to count the sessions that are older')).toBeTruthy();
  await userEvent.click(screen.getByLabelText('Always'));
  expect(screen.queryByText('Failed to count the sessions that are older')).toBeNull();
});

test('shows the activity on request, with a filter', async () => {
  const entry = { at: '2026-01-02T03:04:05.000Z', actor: 'user', actor_name: 'Ada', subject_name: null };
  const page = (data: object[]) => ({ data, current_page: 1, last_page: 1, total: data.length });
  serveApi({
    'GET /api/user': { company: aCompany },
    'GET /api/audit-log?page=1': page([
      { ...entry, id: 2, action: 'interview.started', details: { room_code: 'private-room-1' } },
      { ...entry, id: 1, action: 'account.sign_in_failed', actor_name: null, details: { count: 3 } },
    ]),
    'GET /api/audit-log?page=1&group=plan': page([]),
  });
  await renderScreen(<SettingsScreen />);
  await userEvent.click(await screen.findByText('Show activity'));
  expect((await screen.findByText('Started a session')).closest('li')?.textContent).toMatch(
    /^Started a sessionprivate-room-1/,
  );
  expect(screen.getByText('Former interviewer')).toBeDefined();
  expect(screen.getByText('3 times')).toBeDefined();
  await userEvent.click(screen.getByLabelText('Plan'));
  await screen.findByText('No activity of this kind yet.');
});

test('deletes a company only with its name and the password', async () => {
  const assign = vi.fn<(address: string) => void>();
  vi.stubGlobal('location', { ...window.location, assign });
  const calls = serveApi({
    'GET /api/user': { company: aCompany },
    'DELETE /api/company': { message: 'Company deleted' },
  });
  await renderScreen(<SettingsScreen />);
  await userEvent.click(await screen.findByRole('button', { name: 'Delete company' }));
  const dialog = within(await screen.findByRole('alertdialog'));
  await fill(dialog.getByLabelText('Current Password'), 'secret');
  await userEvent.click(dialog.getByRole('button', { name: 'Delete for good' }));
  expect(calls.some(({ call }) => call.startsWith('DELETE'))).toBe(false);
  await fill(dialog.getByLabelText(`Type ${aCompany.name} to confirm`), aCompany.name);
  await userEvent.click(dialog.getByRole('button', { name: 'Delete for good' }));
  await waitFor(() => expect(localStorage.getItem('token')).toBeNull());
  expect(calls.at(-1)?.body).toEqual({ password: 'secret', confirmation: aCompany.name });
});

test('keeps the deletion’s question open while the company is deleted', async () => {
  serve({ 'GET /api/user': { company: aCompany } });
  await renderScreen(<SettingsScreen />);
  // By text: the roles of all sections take most of a second when they are first computed.
  await userEvent.click(await screen.findByText('Delete company', { selector: 'button span' }));
  const dialog = within(await screen.findByRole('alertdialog'));
  await fill(dialog.getByLabelText('Current Password'), 'secret');
  await fill(dialog.getByLabelText(`Type ${aCompany.name} to confirm`), aCompany.name);
  vi.stubGlobal('fetch', () => new Promise(() => undefined));
  await userEvent.click(dialog.getByRole('button', { name: 'Delete for good' }));
  expect(dialog.getByRole<HTMLButtonElement>('button', { name: 'Cancel' }).disabled).toBe(true);
  await userEvent.keyboard('{Escape}');
  expect(screen.getByRole('alertdialog')).toBeTruthy();
});

describe('a new email without a recent sign-in', () => {
  const refused = {
    status: 403,
    body: { message: 'Please confirm your password to make this change.', code: 'reauthenticate' },
  };
  const moved = { ...aCompany, email: 'new@example.com' };
  const missing = { status: 422, body: { message: 'Code?', code: 'invalid', errors: { code: ['Code?'] } } };

  const start = async (confirmations: unknown[]) => {
    const replies = [refused, { company: moved }];
    const calls = serve({
      'GET /api/user': { company: aCompany },
      'PUT /api/company/profile': () => replies.shift() ?? {},
      'POST /api/user/reauthenticate': () => confirmations.shift() ?? {},
    });
    const { store } = await renderScreen(
      <>
        <SettingsScreen />
        <Reauthentication />
      </>,
    );
    const email = await screen.findByLabelText('Email Address');
    await userEvent.clear(email);
    await fill(email, moved.email);
    await userEvent.click(screen.getByRole('button', { name: 'Update profile' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Confirm it’s you' }));
    return { calls, store, dialog };
  };

  test('asks for the password and then makes the change', async () => {
    const wrong = { status: 422, body: { message: 'Wrong', code: 'invalid', errors: { password: ['Wrong'] } } };
    const { calls, store, dialog } = await start([wrong, missing, { message: 'Confirmed' }]);
    await userEvent.type(dialog.getByLabelText('Your Password'), 'secret words{Enter}');
    await waitFor(() => expect(descriptionOf(dialog.getByLabelText('Your Password'))).toBe('Wrong'));
    expect(dialog.queryByLabelText('Code')).toBeNull();
    await userEvent.click(dialog.getByRole('button', { name: 'Confirm' }));
    await userEvent.type(await dialog.findByLabelText('Code'), '123456{Enter}');
    expect((await screen.findByText('Profile updated successfully')).closest('[role=alert]')).toBeTruthy();
    expect(screen.queryByRole('dialog')).toBeNull();
    expect(store.state.get().account?.company.email).toBe(moved.email);
    expect(calls.filter(({ call }) => call.endsWith('/reauthenticate')).map(({ body }) => body)).toEqual([
      { password: 'secret words' },
      { password: 'secret words' },
      { password: 'secret words', code: '123456' },
    ]);
    expect(calls.filter(({ call }) => call === 'PUT /api/company/profile')).toHaveLength(2);
  });

  test('shows missing fields after a cancel, and keeps the form', async () => {
    const { calls, dialog } = await start([]);
    await userEvent.click(dialog.getByRole('button', { name: 'Cancel' }));
    expect((await screen.findByRole('alert')).textContent).toContain('Please confirm your password');
    expect(screen.getByLabelText<HTMLInputElement>('Email Address').value).toBe(moved.email);
    expect(calls.filter(({ call }) => call.startsWith('P'))).toHaveLength(1);
  });
});

/** The settings with the question before they are left, as the page has it. */
const guarded = (
  <>
    <LeaveGuard />
    <SettingsScreen />
  </>
);

const leaveDialog = () => screen.findByRole('alertdialog', { name: 'Leave without saving?' });

test.each([
  ['Company Name', ' Ltd'],
  ['Phone Number', '1'],
  ['New Password', 'secret'],
])('asks before leaving with a changed %s', async (label, typed) => {
  serve({ 'GET /api/user': { company: aCompany } });
  const { history } = await renderScreen(guarded);
  await userEvent.type(await screen.findByLabelText(label), typed);
  await userEvent.click(screen.getByRole('button', { name: 'Dashboard' }));
  await userEvent.click(within(await leaveDialog()).getByRole('button', { name: 'Keep editing' }));
  expect(history.location.pathname).toBe('/');
  expect(screen.getByLabelText(label)).toHaveProperty('value', expect.stringContaining(typed));
  await userEvent.click(screen.getByRole('button', { name: 'Dashboard' }));
  await userEvent.click(within(await leaveDialog()).getByRole('button', { name: 'Leave' }));
  expect(history.location.pathname).toBe('/dashboard');
});

test('leaves without a question when nothing has changed', async () => {
  const renamed = { ...aCompany, name: 'Analytical Engines of today' };
  serve({ 'GET /api/user': { company: aCompany }, 'PUT /api/company/profile': { company: renamed } });
  const { history } = await renderScreen(guarded);
  await fill(await screen.findByLabelText('Company Name'), ' of today');
  await userEvent.click(screen.getByRole('button', { name: 'Update profile' }));
  expect(await screen.findByText('Profile updated successfully')).toBeTruthy();
  await userEvent.type(screen.getByLabelText('Phone Number'), '1{Backspace}');
  await userEvent.click(screen.getByRole('button', { name: 'Dashboard' }));
  expect(history.location.pathname).toBe('/dashboard');
});

test('leaves without asking when the sign-in has expired', async () => {
  serve({ 'GET /api/user': { company: aCompany } });
  const { history } = await renderScreen(guarded);
  await fill(await screen.findByLabelText('Company Name'), ' Ltd');
  localStorage.removeItem('token');
  history.push('/login');
  await waitFor(() => expect(history.location.pathname).toBe('/login'));
  expect(screen.queryByRole('alertdialog')).toBeNull();
});

test('shows what an unconfirmed email blocks, and sends its link again', async () => {
  const company = { ...aCompany, email_verified: false };
  const calls = serve({
    'GET /api/user': { company },
    'POST /api/user/verification-mail': { message: 'The link is on its way.' },
  });
  await renderScreen(<SettingsScreen />);
  const notice = await screen.findByText(/Invitations to candidates wait until you do/);
  expect(notice.textContent).toContain(company.email);
  await userEvent.click(screen.getByRole('button', { name: 'Send again' }));
  expect(await screen.findByText('The link is on its way.')).toBeTruthy();
  expect(calls.map(({ call }) => call)).toContain('POST /api/user/verification-mail');
});

test('sends the owner a test mail and shows what became of it', async () => {
  const message = 'The test mail is sent to anna@example.com.';
  serve({ 'GET /api/user': { company: aCompany }, 'POST /api/company/test-mail': { message } });
  await renderScreen(<SettingsScreen />);
  const section = within(await screen.findByRole('region', { name: 'Email' }));
  expect(section.getByText(/^Email is on/)).toBeTruthy();
  await userEvent.click(section.getByRole('button', { name: 'Send a test mail' }));
  expect(await section.findByText(message)).toBeTruthy();
});

test('shows the reason when the test mail is not sent', async () => {
  const message = 'The mail server refused the user name or the password.';
  serve({
    'GET /api/user': { company: aCompany },
    'POST /api/company/test-mail': { status: 503, body: { message, code: 'unavailable' } },
  });
  await renderScreen(<SettingsScreen />);
  await userEvent.click(await screen.findByRole('button', { name: 'Send a test mail' }));
  expect(await screen.findByText(message)).toBeTruthy();
});

test('offers neither confirmation nor test mail without email', async () => {
  serve({ 'GET /api/user': { company: { ...aCompany, email_verified: false, mail: 'off' } } });
  await renderScreen(<SettingsScreen />);
  const section = within(await screen.findByRole('region', { name: 'Email' }));
  expect(section.getByText(/nothing is sent/)).toBeTruthy();
  expect(section.queryByRole('button')).toBeNull();
  expect(screen.queryByText(/^Confirm your email address/)).toBeNull();
});

const engine = {
  answers: true,
  languages: [
    { id: 'java', version: '15.0.2' },
    { id: 'c#', version: '6.12.0' },
  ],
};

test.each([
  ['None attached', null, [/^No engine is attached/]],
  ['Answers, 2 languages', engine, ['The engine answers. It runs:', 'Java', 'C#']],
  ['Answers, 0 languages', { answers: true, languages: [] }, [/no language of the editor yet/]],
  ['Does not answer', { ...engine, answers: false }, [/^The engine does not answer/, 'Java']],
])('shows the owner the state of the engine: %s', async (state, reply, texts) => {
  const calls = serve({ 'GET /api/user': { company: aCompany }, 'GET /api/company/run-engine': { engine: reply } });
  await renderScreen(<SettingsScreen />);
  const section = within(await screen.findByRole('region', { name: 'Code engine' }));
  expect(await section.findByText(state)).toBeTruthy();
  await userEvent.click(section.getByRole('button', { name: /^Show the engine/ }));
  for (const text of texts) expect(await section.findByText(text)).toBeTruthy();
  if (!reply) return;
  const asked = () => calls.filter(({ call }) => call === 'GET /api/company/run-engine').length;
  const before = asked();
  await userEvent.click(await section.findByRole('button', { name: 'Check again' }));
  await waitFor(() => expect(asked()).toBe(before + 1));
});
