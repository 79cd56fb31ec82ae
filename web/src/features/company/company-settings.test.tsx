import type { Company } from '@cip/contracts/accounts/company';
import { fireEvent, screen, waitFor } from '@testing-library/react';
import type { ReactNode } from 'react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { hasUnsaved } from '../../shared/device/unsaved.ts';
import { aCompany } from '../../testing/examples.ts';
import { serveApi, stallApi } from '../../testing/fake-api.ts';
import { renderScreen } from '../../testing/render-screen.tsx';
import { AuditLog } from './AuditLog.tsx';
import { DataExport } from './DataExport.tsx';
import { MailSection } from './MailSection.tsx';
import { PasswordForm } from './PasswordForm.tsx';
import { PreferencesForm } from './PreferencesForm.tsx';
import { ProfileForm } from './ProfileForm.tsx';
import { RetentionForm } from './RetentionForm.tsx';
import { VisibilityForm } from './VisibilityForm.tsx';

const saved = vi.hoisted(() => [] as string[]);
vi.mock('../../shared/device/save-file.ts', () => ({ saveFile: (_: Blob, name: string) => saved.push(name) }));

const UNREACHED = 'We can’t reach the server. Please try again.';
const user = { 'GET /api/user': { company: aCompany } };
const reload = () => Promise.resolve(aCompany);
const onSaved = vi.fn<(company?: Company) => void>();
/** How long the server keeps sessions; null for always. */
let days: number | null = null;

beforeEach(() => {
  days = 30;
  onSaved.mockReset();
  localStorage.setItem('token', 'account-token');
});
afterEach(() => {
  saved.length = 0;
  localStorage.clear();
  vi.unstubAllGlobals();
});

const loseNetwork = () => vi.stubGlobal('fetch', () => Promise.reject(new TypeError('Failed to fetch')));
const type = (label: string, value: string) => fireEvent.change(screen.getByLabelText(label), { target: { value } });
const click = (text: string) => fireEvent.click(screen.getByText(text));
const written = (calls: { call: string; body: unknown }[]) => calls.filter(({ call }) => !call.startsWith('GET'));

const profile = <ProfileForm company={aCompany} owner reload={reload} onSaved={onSaved} />;

interface FormCase {
  name: string;
  form: ReactNode;
  /** Types a value to save. */
  fill: () => unknown;
  button: string;
  call: string;
  reply: object | (() => object);
  /** The message of the form afterwards. */
  said: string;
}

const FORMS: FormCase[] = [
  {
    name: 'profile',
    form: profile,
    fill: () => type('Company Name', 'Difference Engines'),
    button: 'Update profile',
    call: 'PUT /api/company/profile',
    reply: { company: aCompany },
    said: 'Profile updated successfully',
  },
  {
    name: 'password',
    form: <PasswordForm onSaved={onSaved} />,
    fill: () => {
      type('Current Password', 'old secret');
      type('New Password', 'new secret words');
      type('Confirm New Password', 'new secret words');
    },
    button: 'Update password',
    call: 'PUT /api/company/password',
    reply: { message: 'Changed' },
    said: 'Password updated successfully',
  },
  {
    name: 'retention',
    form: <RetentionForm />,
    fill: async () => fireEvent.click(await screen.findByLabelText('Always')),
    button: 'Save retention',
    call: 'PUT /api/company/retention',
    reply: () => ({ days: (days = null) }),
    said: 'Retention updated',
  },
  {
    name: 'test mail',
    form: <MailSection company={aCompany} />,
    fill: () => undefined,
    button: 'Send a test mail',
    call: 'POST /api/company/test-mail',
    reply: { message: 'Sent to anna@example.com.' },
    said: 'Sent to anna@example.com.',
  },
];
const retention = { 'GET /api/company/retention': () => ({ days, affected: 0 }) };

test.each(FORMS)(
  'sends the $name once for two clicks and shows its success',
  async ({ form, fill, button, call, reply, said }) => {
    const calls = serveApi({ ...user, ...retention, [call]: reply });
    await renderScreen(form);
    await screen.findByText(button);
    await fill();
    const [method = ''] = call.split(' ');
    const answer = stallApi(method);
    click(button);
    await waitFor(() => expect(screen.getByRole('button', { busy: true })).toHaveProperty('disabled', true));
    fireEvent.click(screen.getByRole('button', { busy: true }));
    answer();
    expect(await screen.findByText(said)).toBeTruthy();
    expect(written(calls)).toHaveLength(1);
    await waitFor(() => expect(hasUnsaved()).toBe(false));
  },
);

test.each(FORMS)(
  'keeps the typed $name if the network is lost, and sends it with the next click',
  async ({ form, fill, button, call, reply, said }) => {
    serveApi({ ...user, ...retention });
    await renderScreen(form);
    await screen.findByText(button);
    await fill();
    loseNetwork();
    click(button);
    expect(await screen.findByText(UNREACHED)).toBeTruthy();
    const calls = serveApi({ ...user, ...retention, [call]: reply });
    click(button);
    expect(await screen.findByText(said)).toBeTruthy();
    expect(screen.queryByText(UNREACHED)).toBeNull();
    expect(written(calls).map((sent) => sent.call)).toEqual([call]);
  },
);

test('sends only the changed and the required fields of a profile', async () => {
  const calls = serveApi({ ...user, 'PUT /api/company/profile': { company: aCompany } });
  await renderScreen(profile);
  await screen.findByText('Update profile');
  type('Phone Number', ' +44 20 ');
  click('Update profile');
  await waitFor(() => expect(onSaved).toHaveBeenCalledExactlyOnceWith(aCompany));
  expect(written(calls).map(({ body }) => body)).toEqual([
    { name: aCompany.name, email: aCompany.email, phone: '+44 20' },
  ]);
});

test('sends the second of two switches on top of the first', async () => {
  let stored = aCompany.notification_preferences;
  const calls = serveApi({
    ...user,
    'PUT /api/company/notifications': (body) => {
      stored = body as typeof stored;
      return { company: { ...aCompany, notification_preferences: stored } };
    },
  });
  const latest = () => Promise.resolve({ ...aCompany, notification_preferences: stored });
  await renderScreen(<PreferencesForm company={aCompany} reload={latest} onSaved={onSaved} />);
  const weekly = await screen.findByLabelText<HTMLInputElement>('Weekly Reports');
  const answer = stallApi('PUT');
  fireEvent.click(weekly);
  fireEvent.click(screen.getByLabelText('Session Reminders'));
  expect([weekly.checked, screen.getByLabelText<HTMLInputElement>('Session Reminders').checked]).toEqual([true, false]);
  answer();
  await waitFor(() => expect(onSaved).toHaveBeenCalledTimes(2));
  const first = { ...aCompany.notification_preferences, weeklyReports: true };
  expect(written(calls).map(({ body }) => body)).toEqual([first, { ...first, sessionReminders: false }]);
});

test('saves the visibility once, and restores it if the network is lost', async () => {
  const company = { ...aCompany, interviews_visible_to: 'own' };
  const calls = serveApi({ ...user, 'PUT /api/company/visibility': { company } });
  await renderScreen(<VisibilityForm company={aCompany} onSaved={onSaved} />);
  const own = await screen.findByLabelText<HTMLInputElement>('Only people involved');
  const answer = stallApi('PUT');
  fireEvent.click(own);
  fireEvent.click(screen.getByLabelText('Everybody in the company'));
  expect(own.checked).toBe(true);
  answer();
  await waitFor(() => expect(onSaved).toHaveBeenCalledExactlyOnceWith(company));
  expect(written(calls)).toMatchObject([{ body: { interviews_visible_to: 'own' } }]);
  await screen.findByText('Visibility updated');

  loseNetwork();
  fireEvent.click(own);
  expect(await screen.findByText(UNREACHED)).toBeTruthy();
  expect(own.checked).toBe(false);
});

test('saves the export once for two clicks, and nothing if the network is lost', async () => {
  const calls = serveApi({ ...user, 'GET /api/company/export': {} });
  await renderScreen(<DataExport />);
  await screen.findByText('Export all data');
  const answer = stallApi('GET', '/api/company/export');
  click('Export all data');
  fireEvent.click(await screen.findByText('Exporting...'));
  answer();
  await waitFor(() => expect(saved).toEqual(['company-data.zip']));
  await screen.findByText('Export all data');
  expect(calls.filter(({ call }) => call.endsWith('/export'))).toHaveLength(1);

  loseNetwork();
  click('Export all data');
  expect(await screen.findByText(UNREACHED)).toBeTruthy();
  expect(saved).toHaveLength(1);
});

test('shows the audit log page by page, and a page that failed to load', async () => {
  const at = '2026-01-02T03:04:05.000Z';
  const entry = { at, actor: 'user', actor_name: 'Ada', subject_name: null, details: {} };
  const page = (current: number, data: object[]) => ({ data, current_page: current, last_page: 2, total: 4 });
  const first = page(1, [
    { ...entry, id: 4, action: 'settings.retention_changed', details: { days: null } },
    { ...entry, id: 3, action: 'interviewer.removed', actor: 'key', actor_name: null },
    { ...entry, id: 2, action: 'interview.declined', actor: 'candidate', details: { room_code: 'private-room-1' } },
  ]);
  const older = { ...entry, id: 1, action: 'data.removed_by_age', actor: 'product', details: { count: 7 } };
  const answers = [{ status: 500, body: { message: 'The log is being moved.', code: 'internal' } }, page(2, [older])];
  serveApi({
    ...user,
    'GET /api/audit-log?page=1': first,
    'GET /api/audit-log?page=2': () => answers.shift() ?? {},
  });
  await renderScreen(<AuditLog />);
  await screen.findByText('Changed the retention');
  const rows = () => screen.getAllByRole('listitem').map(({ textContent }) => textContent);
  expect(rows()).toEqual([
    expect.stringMatching(/^Changed the retentionkept alwaysAda/),
    expect.stringMatching(/^Removed a personremoved sinceFormer API key/),
    expect.stringMatching(/^Said that they can’t make a sessionprivate-room-1Candidate/),
  ]);
  click('Next');
  fireEvent.click(await screen.findByText('Try again'));
  expect((await screen.findByText('Old sessions were removed')).closest('li')?.textContent).toContain('7 times');
  expect(screen.getByText('Automatic')).toBeTruthy();
});
