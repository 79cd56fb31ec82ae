import { screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { Reauthentication } from '../../features/auth/Reauthentication.tsx';
import * as location from '../../shared/device/location.ts';
import { aCompany } from '../../testing/examples.ts';
import { serveApi } from '../../testing/fake-api.ts';
import { renderScreen } from '../../testing/render-screen.tsx';
import { SettingsScreen } from './SettingsScreen.tsx';

beforeAll(async () => {
  await import('./Sections.tsx');
  await import('../../features/auth/ReauthenticationDialog.tsx');
});
beforeEach(() => {
  localStorage.setItem('token', 'account-token');
  localStorage.setItem('company', JSON.stringify(aCompany));
});
afterEach(() => {
  localStorage.clear();
  sessionStorage.clear();
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

const PATH = '/api/company/single-sign-on';
const closed = { provider: 'Example', passwords: 'all', domain: null, offered_domain: 'example.com' };
const maya = { id: '0b7c6a0e-0000-4000-8000-00000000000a', name: 'Maya', email: 'maya@example.com' };

const open = async (account: object, answers: Parameters<typeof serveApi>[0] = {}) => {
  const calls = serveApi({
    'GET /api/user': { company: aCompany, ...account },
    'GET /api/user/sign-ins': { data: [] },
    'GET /api/user/second-factor': { enabled: false, recovery_codes_left: 0 },
    [`GET ${PATH}`]: closed,
    ...answers,
  });
  await renderScreen(
    <>
      <SettingsScreen />
      <Reauthentication />
    </>,
  );
  return calls;
};
const list = () => within(screen.getByRole('navigation', { name: 'Settings' }));
const domainSwitch = () => screen.findByRole('switch', { name: 'Let everyone at example.com join' });

test('shows nothing of it where the deployment has no provider', async () => {
  const calls = await open({});
  expect(await screen.findByText('Change Password', { selector: 'h3' })).toBeTruthy();
  expect(list().queryByText('Single Sign-On')).toBeNull();
  expect(list().queryByText('Sign-In')).toBeNull();
  expect(calls.map(({ call }) => call)).not.toContain(`GET ${PATH}`);
});

test('leaves to the owner how the company signs in', async () => {
  const calls = await open({ user: { ...maya, role: 'admin' }, sign_in: { provider: 'Example', password: true } });
  expect(await screen.findByText('Two-step for everyone', { selector: 'h3' })).toBeTruthy();
  expect(screen.queryByText('Single Sign-On')).toBeNull();
  expect(calls.map(({ call }) => call)).not.toContain(`GET ${PATH}`);
});

test('shows an account’s provider, and its password if it has one', async () => {
  await open({ user: { ...maya, role: 'interviewer' }, sign_in: { provider: 'Example', password: false } });
  expect(await screen.findByText('Signs in with Example')).toBeTruthy();
  expect(screen.getByText(/You have no password here/)).toBeTruthy();
  expect(screen.queryByText('Change Password')).toBeNull();
  expect(list().getByText('Sign-In')).toBeTruthy();
  expect(list().queryByText('Single Sign-On')).toBeNull();
});

test('lets an owner open their domain, and close it', async () => {
  const replies = [{ ...closed, domain: 'example.com' }, closed];
  const calls = await open(
    { sign_in: { provider: null, password: true } },
    { [`PUT ${PATH}`]: () => replies.shift() ?? closed },
  );
  expect(await screen.findByText('Everyone may sign in with Example or with a password.')).toBeTruthy();
  await userEvent.click(await domainSwitch());
  await waitFor(async () => expect(await domainSwitch()).toHaveProperty('checked', true));
  await userEvent.click(await domainSwitch());
  await waitFor(async () => expect(await domainSwitch()).toHaveProperty('checked', false));
  const sent = calls.filter(({ call }) => call === `PUT ${PATH}`).map(({ body }) => body);
  expect(sent).toEqual([{ domain: 'example.com' }, { domain: null }]);
});

test('shows why a domain stays closed', async () => {
  const message = 'Another company takes new interviewers from this domain. Ask the operator of this service.';
  await open(
    { sign_in: { provider: null, password: true } },
    { [`PUT ${PATH}`]: { status: 409, body: { code: 'conflict', message } } },
  );
  await userEvent.click(await domainSwitch());
  expect((await screen.findByText(message)).closest('[role=alert]')).toBeTruthy();
  expect(await domainSwitch()).toHaveProperty('checked', false);
});

test('explains accounts without a domain, and the owners’ passwords', async () => {
  const only = { ...closed, passwords: 'owners', offered_domain: null };
  await open({ sign_in: { provider: 'Example', password: true } }, { [`GET ${PATH}`]: only });
  expect(await screen.findByText('New people join when you add them under Interviewers.')).toBeTruthy();
  expect(screen.getByText(/Passwords work only for owners with two-step sign-in/)).toBeTruthy();
  expect(screen.queryByRole('switch', { name: /Let everyone/ })).toBeNull();
});

test('shows that the setting failed to load, with a retry', async () => {
  await open({ sign_in: { provider: null, password: true } }, { [`GET ${PATH}`]: { status: 500, body: {} } });
  const section = within(await screen.findByRole('region', { name: 'Single Sign-On' }));
  expect(await section.findByRole('button', { name: 'Try again' })).toBeTruthy();
});

test('confirms with the provider who has no password, and comes back', async () => {
  const go = vi.spyOn(location, 'go').mockReturnValue();
  window.history.replaceState(null, '', '/settings');
  const refused = { status: 403, body: { code: 'reauthenticate', message: 'Please confirm.' } };
  const calls = await open(
    { sign_in: { provider: 'Example', password: false } },
    { [`PUT ${PATH}`]: refused, 'POST /api/single-sign-on/start': { url: 'https://id.example/' } },
  );
  await userEvent.click(await domainSwitch());
  const dialog = within(await screen.findByRole('dialog', { name: 'Confirm it’s you' }));
  await userEvent.click(dialog.getByRole('button', { name: 'Continue with Example' }));
  await waitFor(() => expect(go).toHaveBeenCalledWith('https://id.example/'));
  expect(calls.at(-1)?.body).toEqual({ prompt: 'login' });
  expect(sessionStorage.getItem('return-address')).toContain('/settings');
});
