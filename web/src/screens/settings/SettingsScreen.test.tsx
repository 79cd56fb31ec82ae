import { screen, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { aCompany } from '../../testing/examples.ts';
import { serveApi } from '../../testing/fake-api.ts';
import { descriptionOf } from '../../testing/read.ts';
import { renderScreen } from '../../testing/render-screen.tsx';
import { SettingsScreen } from './SettingsScreen.tsx';

beforeEach(() => {
  localStorage.setItem('token', 'account-token');
  localStorage.setItem('company', JSON.stringify(aCompany));
});
afterEach(() => {
  localStorage.clear();
  vi.unstubAllGlobals();
});

/** As serveApi, with what the sections on one's own account ask for. */
const serve: typeof serveApi = (answers) =>
  serveApi({
    'GET /api/user/sign-ins': { data: [] },
    'GET /api/user/second-factor': { enabled: false, recovery_codes_left: 0 },
    ...answers,
  });

const changePassword = async (next: string, confirm: string) => {
  await userEvent.type(await screen.findByLabelText('Current Password'), 'old secret');
  await userEvent.type(screen.getByLabelText('New Password'), next);
  await userEvent.type(screen.getByLabelText('Confirm New Password'), confirm);
  await userEvent.click(screen.getByRole('button', { name: 'Update Password' }));
};

test('a saved profile is the company from then on, and the alert can be dismissed', async () => {
  const renamed = { ...aCompany, name: 'Engines Ltd' };
  serve({ 'GET /api/user': { company: aCompany }, 'PUT /api/company/profile': { company: renamed } });
  const { store } = await renderScreen(<SettingsScreen />);
  await userEvent.click(await screen.findByRole('button', { name: 'Update Profile' }));
  const alert = await screen.findByRole('alert');
  expect(alert.textContent).toBe('Profile updated successfully');
  expect(store.read().account?.company.name).toBe('Engines Ltd');
  await userEvent.click(within(alert).getByRole('button', { name: 'Dismiss' }));
  expect(screen.queryByRole('alert')).toBeNull();
});

test('a new password is checked before it is sent', async () => {
  const calls = serve({ 'GET /api/user': { company: aCompany } });
  await renderScreen(<SettingsScreen />);
  await changePassword('12345', '123456');
  expect(descriptionOf(screen.getByLabelText('New Password'))).toBe('Password must be at least 6 characters');
  expect(descriptionOf(screen.getByLabelText('Confirm New Password'))).toBe('New passwords do not match');
  expect(calls.filter(({ call }) => call.startsWith('PUT'))).toEqual([]);
});

test('a refused password says why', async () => {
  const body = { message: 'Current password is incorrect', code: 'invalid' };
  serve({ 'GET /api/user': { company: aCompany }, 'PUT /api/company/password': { status: 422, body } });
  await renderScreen(<SettingsScreen />);
  await changePassword('new secret', 'new secret');
  expect((await screen.findByRole('alert')).textContent).toBe('Current password is incorrect');
});

test('the three switches are saved together', async () => {
  const calls = serve({
    'GET /api/user': { company: aCompany },
    'PUT /api/company/notifications': { company: aCompany },
  });
  await renderScreen(<SettingsScreen />);
  await userEvent.click(await screen.findByRole('switch', { name: 'Weekly Reports' }));
  await userEvent.click(screen.getByRole('button', { name: 'Save Preferences' }));
  expect((await screen.findByRole('alert')).textContent).toBe('Notification preferences updated');
  expect(calls.at(-1)?.body).toEqual({ emailNotifications: true, sessionReminders: true, weeklyReports: true });
});

test('a changed password says so', async () => {
  const calls = serve({
    'GET /api/user': { company: aCompany },
    'PUT /api/company/password': { message: 'Password updated successfully' },
  });
  await renderScreen(<SettingsScreen />);
  await changePassword('new secret', 'new secret');
  expect((await screen.findByRole('alert')).textContent).toBe('Password updated successfully');
  expect(calls.at(-1)?.body).toMatchObject({ current_password: 'old secret', new_password: 'new secret' });
});

test.each([
  ['PUT /api/company/profile', 'Update Profile', 'Failed to update profile'],
  ['PUT /api/company/notifications', 'Save Preferences', 'Failed to update notification settings'],
])('a failed %s without a reason says "%s"', async (call, button, text) => {
  serve({ 'GET /api/user': { company: aCompany }, [call]: { status: 500, body: {} } });
  await renderScreen(<SettingsScreen />);
  await userEvent.click(await screen.findByRole('button', { name: button }));
  expect((await screen.findByRole('alert')).textContent).toBe(text);
});

test('a failed password change without a reason says so', async () => {
  serve({ 'GET /api/user': { company: aCompany }, 'PUT /api/company/password': { status: 500, body: {} } });
  await renderScreen(<SettingsScreen />);
  await changePassword('new secret', 'new secret');
  expect((await screen.findByRole('alert')).textContent).toBe('Failed to update password');
});
