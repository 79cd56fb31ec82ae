import { useLocation } from '@tanstack/react-router';
import { cleanup, screen, waitFor } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, expect, test, vi } from 'vitest';
import { aCompany } from '../../testing/examples.ts';
import { serveApi } from '../../testing/fake-api.ts';
import { renderScreen } from '../../testing/render-screen.tsx';
import { ForgotPasswordScreen } from './ForgotPasswordScreen.tsx';
import { LoginScreen } from './LoginScreen.tsx';
import { ResetPasswordScreen } from './ResetPasswordScreen.tsx';
import { RequiredSecondFactor } from './RequiredSecondFactor.tsx';
import { UndoEmailScreen } from './UndoEmailScreen.tsx';
import { VerifyEmailScreen } from './VerifyEmailScreen.tsx';
import { fill } from '../../testing/fill.ts';

const TOKEN = 'A'.repeat(43);

afterEach(() => {
  localStorage.clear();
  vi.unstubAllGlobals();
  window.history.replaceState(null, '', '/');
});

test('requests a reset link and shows the server’s message', async () => {
  const message = 'If this email is registered, a link is on its way.';
  const calls = serveApi({ 'POST /api/forgot-password': { message } });
  await renderScreen(<ForgotPasswordScreen />);
  await fill(await screen.findByLabelText('Email'), ' ada@example.com ');
  await userEvent.click(screen.getByRole('button', { name: 'Send link' }));
  expect((await screen.findByRole('alert')).textContent).toContain(message);
  expect(calls).toMatchObject([{ body: { email: 'ada@example.com' } }]);
});

test('shows that email is not set up', async () => {
  const body = { message: 'Email is not set up here.', code: 'unavailable' };
  serveApi({ 'POST /api/forgot-password': { status: 503, body } });
  await renderScreen(<ForgotPasswordScreen />);
  await fill(await screen.findByLabelText('Email'), 'ada@example.com');
  await userEvent.click(screen.getByRole('button', { name: 'Send link' }));
  expect((await screen.findByRole('alert')).textContent).toBe('Email is not set up here.');
});

test('prefills the email of the login page, not via URL', async () => {
  window.history.replaceState(null, '', '/login');
  const Screens = () => (useLocation().pathname === '/forgot-password' ? <ForgotPasswordScreen /> : <LoginScreen />);
  serveApi({});
  const { history } = await renderScreen(<Screens />);
  await fill(await screen.findByLabelText('Email'), 'ada@example.com');
  await userEvent.click(screen.getByRole('link', { name: 'Forgot password?' }));
  await screen.findByRole('button', { name: 'Send link' });
  expect(screen.getByLabelText<HTMLInputElement>('Email').value).toBe('ada@example.com');
  expect(history.location.href).toBe('/forgot-password');
});

const choose = async (password: string, confirmation: string) => {
  await fill(await screen.findByLabelText('New Password'), password);
  await fill(screen.getByLabelText('Confirm New Password'), confirmation);
  await userEvent.click(screen.getByRole('button', { name: 'Save password' }));
};

test('sends the link’s token and removes it from the URL', async () => {
  window.history.replaceState(null, '', `/reset-password#${TOKEN}`);
  localStorage.setItem('token', 'a stale token');
  const calls = serveApi({ 'POST /api/reset-password': { message: 'Password updated successfully' } });
  await renderScreen(<ResetPasswordScreen />);
  await choose('new words', 'new words');
  expect((await screen.findByRole('alert')).textContent).toBe('Password updated successfully');
  expect(calls).toEqual([
    { call: 'POST /api/reset-password', body: { token: TOKEN, password: 'new words' }, authorization: null },
  ]);
  expect(window.location.href).not.toContain(TOKEN);
});

test('asks an invited colleague for a first password', async () => {
  window.history.replaceState(null, '', `/reset-password?invited=yes#${TOKEN}`);
  serveApi({});
  await renderScreen(<ResetPasswordScreen />);
  expect(await screen.findByRole('heading', { name: 'Choose Your Password' })).toBeTruthy();
  expect(window.location.href).not.toContain(TOKEN);
});

test('sends no different passwords, and shows a stale link', async () => {
  window.history.replaceState(null, '', `/reset-password#${TOKEN}`);
  const body = { message: 'This link does not work any more.', code: 'invalid', errors: { token: ['x'] } };
  const calls = serveApi({ 'POST /api/reset-password': { status: 422, body } });
  await renderScreen(<ResetPasswordScreen />);
  await choose('new words', 'other words');
  expect(calls).toEqual([]);
  await userEvent.clear(screen.getByLabelText('Confirm New Password'));
  await fill(screen.getByLabelText('Confirm New Password'), 'new words');
  await userEvent.click(screen.getByRole('button', { name: 'Save password' }));
  expect((await screen.findByRole('alert')).textContent).toBe('This link does not work any more.');
});

test('disables the form without a token', async () => {
  serveApi({});
  await renderScreen(<ResetPasswordScreen />);
  expect((await screen.findByRole('alert')).textContent).toContain('no longer works');
  expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Save password' }).disabled).toBe(true);
});

test('signs in with a code when the account has a second step', async () => {
  const second = { message: 'Please enter the code.', code: 'second_factor', challenge: 'challenge-token' };
  const wrong = { status: 401, body: { message: 'This code is not right.', code: 'unauthenticated' } };
  const replies = [wrong, { company: aCompany, token: 'account-token' }];
  window.history.replaceState(null, '', '/login');
  const calls = serveApi({
    'POST /api/login': { status: 403, body: second },
    'POST /api/login/second-factor': () => replies.shift() ?? {},
  });
  const { history } = await renderScreen(<LoginScreen />);
  await fill(await screen.findByLabelText('Email'), aCompany.email);
  await fill(screen.getByLabelText('Password'), 'secret words');
  await userEvent.click(screen.getByRole('button', { name: 'Login' }));
  await fill(await screen.findByLabelText('Code'), '123456');
  await userEvent.click(screen.getByRole('button', { name: 'Login' }));
  expect((await screen.findByRole('alert')).textContent).toBe('This code is not right.');
  await userEvent.click(screen.getByRole('button', { name: 'Login' }));
  await waitFor(() => expect(history.location.pathname).toBe('/dashboard'));
  expect(calls.at(-1)?.body).toEqual({ challenge: 'challenge-token', code: '123456' });
  expect(localStorage.getItem('token')).toBe('account-token');
});

test('undoes an email change on a click and leads to a new password', async () => {
  const next = 'B'.repeat(43);
  window.history.replaceState(null, '', `/undo-email-change#${TOKEN}`);
  const calls = serveApi({ 'POST /api/undo-email-change': { token: next } });
  const { history } = await renderScreen(<UndoEmailScreen />);
  const button = await screen.findByRole('button', { name: 'Restore my address' });
  expect(calls).toEqual([]);
  expect(window.location.href).not.toContain(TOKEN);
  await userEvent.click(button);
  await waitFor(() => expect(history.location.href).toBe(`/reset-password#${next}`));
  expect(calls).toEqual([{ call: 'POST /api/undo-email-change', body: { token: TOKEN }, authorization: null }]);
  expect(history.length).toBe(1);
});

test('shows that an undo link no longer works', async () => {
  window.history.replaceState(null, '', `/undo-email-change#${TOKEN}`);
  const body = { message: 'This link no longer works.', code: 'invalid', errors: { token: ['x'] } };
  serveApi({ 'POST /api/undo-email-change': { status: 422, body } });
  await renderScreen(<UndoEmailScreen />);
  await userEvent.click(await screen.findByRole('button', { name: 'Restore my address' }));
  expect((await screen.findByRole('alert')).textContent).toBe('This link no longer works.');
});

test('confirms the email on a click and updates the account on this device', async () => {
  window.history.replaceState(null, '', `/verify-email#${TOKEN}`);
  localStorage.setItem('token', 'account-token');
  localStorage.setItem('company', JSON.stringify({ ...aCompany, email_verified: false }));
  const companies = [{ ...aCompany, email_verified: false }];
  const calls = serveApi({
    'GET /api/user': () => ({ company: companies.shift() ?? aCompany }),
    'POST /api/verify-email': { message: 'Your email address is confirmed' },
  });
  const { store } = await renderScreen(<VerifyEmailScreen />);
  await userEvent.click(await screen.findByRole('button', { name: 'Confirm my address' }));
  expect((await screen.findByRole('alert')).textContent).toBe('Your email address is confirmed');
  await waitFor(() => expect(store.state.get().account?.company.email_verified).toBe(true));
  expect(calls.find(({ call }) => call.startsWith('POST'))?.body).toEqual({ token: TOKEN });
  expect(window.location.href).not.toContain(TOKEN);
});

test('opens the account after the required second step is set up', async () => {
  localStorage.setItem('token', 'account-token');
  localStorage.setItem('company', JSON.stringify(aCompany));
  const accounts = [{ company: aCompany, needs_second_factor: true }];
  serveApi({
    'GET /api/user': () => accounts.shift() ?? { company: aCompany },
    'GET /api/user/second-factor': { enabled: false, recovery_codes_left: 0 },
    'POST /api/user/second-factor': { secret: 'JBSWY3DPEHPK3PXP', url: 'otpauth://totp/x?secret=JBSWY3DPEHPK3PXP' },
    'POST /api/user/second-factor/confirm': { recovery_codes: ['aaaa-bbbb-cccc-dddd-eeee-ffff'] },
  });
  const { store } = await renderScreen(<RequiredSecondFactor />);
  expect(store.state.get().account?.needs_second_factor).toBe(true);
  await userEvent.click(await screen.findByRole('button', { name: 'Set up…' }));
  await userEvent.type(screen.getByLabelText('Your Password'), 'secret words{Enter}');
  await userEvent.type(await screen.findByLabelText('Code From the App'), '123456{Enter}');
  await userEvent.click(await screen.findByRole('button', { name: 'I’ve saved them' }));
  await waitFor(() => expect(store.state.get().account?.needs_second_factor).toBeUndefined());
});

test('offers the account again if the reply to the first code was lost, and if it cannot be reached', async () => {
  localStorage.setItem('token', 'account-token');
  localStorage.setItem('company', JSON.stringify(aCompany));
  const here = { 'GET /api/user/second-factor': { enabled: true, recovery_codes_left: 10 } };
  serveApi({ ...here, 'GET /api/user': { company: aCompany, needs_second_factor: true } });
  const { store } = await renderScreen(<RequiredSecondFactor />);
  const goOn = await screen.findByRole('button', { name: 'Continue' });
  vi.stubGlobal('fetch', () => Promise.reject(new TypeError('Failed to fetch')));
  await userEvent.click(goOn);
  expect((await screen.findByRole('alert')).textContent).toBe('We can’t reach the server. Please try again.');
  serveApi({ ...here, 'GET /api/user': { company: aCompany } });
  await userEvent.click(goOn);
  await waitFor(() => expect(store.state.get().account?.needs_second_factor).toBeUndefined());
});

test.each([
  ['/reset-password', ResetPasswordScreen],
  ['/verify-email', VerifyEmailScreen],
  ['/undo-email-change', UndoEmailScreen],
])('asks for the link of the email once more after a reload of %s', async (path, Shown) => {
  window.history.replaceState(null, '', path);
  serveApi({});
  await renderScreen(<Shown />);
  expect((await screen.findByRole('alert')).textContent).toContain('open it in the email again');
});

test('still invites after a reload', async () => {
  window.history.replaceState(null, '', `/reset-password?invited=yes#${TOKEN}`);
  serveApi({});
  await renderScreen(<ResetPasswordScreen />);
  expect(await screen.findByRole('heading', { name: 'Choose Your Password' })).toBeTruthy();
  cleanup();
  await renderScreen(<ResetPasswordScreen />);
  expect(await screen.findByRole('heading', { name: 'Choose Your Password' })).toBeTruthy();
});
