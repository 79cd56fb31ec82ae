import { screen, waitFor } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { InterviewerDialog } from '../../features/interviewers/InterviewerDialog.tsx';
import * as location from '../../shared/device/location.ts';
import { aCompany } from '../../testing/examples.ts';
import { serveApi } from '../../testing/fake-api.ts';
import { renderScreen } from '../../testing/render-screen.tsx';
import { LoginScreen } from './LoginScreen.tsx';
import { SignInReturnScreen } from './SignInReturnScreen.tsx';
import { fill } from '../../testing/fill.ts';

// Loads the late parts of the screen, which take longer than a test waits for them.
beforeAll(async () => {
  await import('./ProviderSignIn.tsx');
  await import('./CodeStep.tsx');
});
beforeEach(() => window.history.replaceState(null, '', '/login'));
afterEach(() => {
  document.head.querySelector('meta')?.remove();
  localStorage.clear();
  sessionStorage.clear();
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

/** Marks the page as the server does. */
function mark(passwords: 'all' | 'owners'): void {
  const meta = document.createElement('meta');
  meta.name = 'sign-in';
  meta.content = JSON.stringify({ provider: 'Example', passwords });
  document.head.append(meta);
}

const PROVIDER = 'https://id.example/authorize?state=x';
const button = () => screen.findByRole('button', { name: 'Continue with Example' });

test('offers no provider, and asks for none, where the page names none', async () => {
  const calls = serveApi({});
  await renderScreen(<LoginScreen />);
  expect(await screen.findByLabelText('Email')).toBeTruthy();
  expect(screen.queryByRole('button', { name: /Continue with/ })).toBeNull();
  expect(calls).toEqual([]);
});

test('leaves for the provider, and stays busy until then', async () => {
  mark('all');
  const go = vi.spyOn(location, 'go').mockReturnValue();
  const calls = serveApi({ 'POST /api/single-sign-on/start': { url: PROVIDER } });
  await renderScreen(<LoginScreen />);
  expect(await screen.findByLabelText('Email')).toBe(document.activeElement);
  await userEvent.click(await button());
  await waitFor(() => expect(go).toHaveBeenCalledWith(PROVIDER));
  expect((await button()).hasAttribute('disabled')).toBe(true);
  expect(calls).toMatchObject([{ call: 'POST /api/single-sign-on/start', body: {} }]);
});

test('says that the provider is away, and lets the user try again', async () => {
  mark('all');
  const message = 'Example cannot be reached right now. Please try again in a moment.';
  serveApi({ 'POST /api/single-sign-on/start': { status: 424, body: { code: 'sign_in_failed', message } } });
  await renderScreen(<LoginScreen />);
  await userEvent.click(await button());
  expect((await screen.findByRole('alert')).textContent).toContain(message);
  expect((await button()).hasAttribute('disabled')).toBe(false);
});

test('shows a password only to owners who ask, where others have none', async () => {
  mark('owners');
  serveApi({});
  await renderScreen(<LoginScreen />);
  await button();
  expect(screen.queryByLabelText('Email')).toBeNull();
  await userEvent.click(screen.getByRole('button', { name: 'Owners: use your password' }));
  expect(screen.getByLabelText('Email')).toBeTruthy();
  expect(screen.queryByText('Forgot password?')).toBeNull();
});

test('asks the server where the page is the service worker’s copy', async () => {
  vi.stubGlobal('navigator', { ...navigator, userAgent: '', serviceWorker: { controller: {} } });
  serveApi({ 'GET /api/single-sign-on': { provider: 'Example', passwords: 'owners' } });
  await renderScreen(<LoginScreen />);
  await button();
  expect(screen.queryByLabelText('Email')).toBeNull();
});

const finish = async (answers: Parameters<typeof serveApi>[0], address = '/sign-in?code=one&state=two') => {
  mark('all');
  window.history.replaceState(null, '', address);
  const calls = serveApi(answers);
  return { calls, ...(await renderScreen(<SignInReturnScreen />)) };
};
const FINISH = 'POST /api/single-sign-on/finish';

test('sends the provider’s answer once, and removes it from the address', async () => {
  const wanted = { address: '/settings#data', companyId: null };
  sessionStorage.setItem('return-address', JSON.stringify(wanted));
  const { calls, history } = await finish({ [FINISH]: { company: aCompany, token: 'account-token' } });
  await waitFor(() => expect(history.location.href).toBe('/settings#data'));
  expect(calls).toEqual([{ call: FINISH, body: { answer: 'code=one&state=two' }, authorization: null }]);
  expect(localStorage.getItem('token')).toBe('account-token');
  expect(window.location.href).not.toContain('code=');
});

test('opens no page of another site, whatever the session holds', async () => {
  sessionStorage.setItem('return-address', JSON.stringify({ address: '//elsewhere.example/', companyId: null }));
  const { history } = await finish({ [FINISH]: { company: aCompany, token: 'account-token' } });
  await waitFor(() => expect(history.location.pathname).toBe('/dashboard'));
});

test.each([
  ['sign_in_stale', 409, 'Nothing is lost. Start again here.', {}],
  ['sign_in_refused', 403, 'Did you choose the wrong account?', { prompt: 'select_account' }],
  ['sign_in_failed', 424, 'If it stays like this, your administrator can help.', {}],
])('shows the sentence of the server for %s, and what to do next', async (code, status, next, body) => {
  const go = vi.spyOn(location, 'go').mockReturnValue();
  const { calls } = await finish({
    [FINISH]: { status, body: { code, message: 'One clear sentence.' } },
    'POST /api/single-sign-on/start': { url: PROVIDER },
  });
  expect((await screen.findByRole('alert')).textContent).toContain('One clear sentence.');
  expect(screen.getByText(new RegExp(next.replaceAll('?', '\\?')))).toBeTruthy();
  expect(localStorage.getItem('token')).toBeNull();
  await userEvent.click(await button());
  await waitFor(() => expect(go).toHaveBeenCalledWith(PROVIDER));
  expect(calls.at(-1)?.body).toEqual(body);
});

test('asks for the code of the second step', async () => {
  const { history, calls } = await finish({
    [FINISH]: { status: 403, body: { code: 'second_factor', message: 'Code?', challenge: 'a challenge' } },
    'POST /api/login/second-factor': { company: aCompany, token: 'account-token' },
  });
  await userEvent.type(await screen.findByLabelText('Code'), '123456{Enter}');
  await waitFor(() => expect(history.location.pathname).toBe('/dashboard'));
  expect(calls.at(-1)?.body).toEqual({ challenge: 'a challenge', code: '123456' });
});

test('adds an interviewer without a password under single sign-on', async () => {
  mark('all');
  const calls = serveApi({ 'POST /api/users': { user: {} }, 'GET /api/users': { data: [], last_page: 1 } });
  const onClose = vi.fn<() => void>();
  await renderScreen(<InterviewerDialog user={null} onClose={onClose} />);
  await fill(await screen.findByLabelText('Full Name'), 'Maya');
  await fill(screen.getByLabelText('Email Address'), 'maya@example.com');
  expect(screen.getByLabelText('Password (may be left blank)')).toBeTruthy();
  await userEvent.click(screen.getByRole('button', { name: 'Add' }));
  await waitFor(() => expect(onClose).toHaveBeenCalledOnce());
  expect(calls[0]?.body).toEqual({ name: 'Maya', email: 'maya@example.com', role: 'interviewer' });
});

test('offers no password for an interviewer where only owners have one', async () => {
  mark('owners');
  serveApi({});
  await renderScreen(<InterviewerDialog user={null} onClose={vi.fn<() => void>()} />);
  expect(await screen.findByText('They can sign in with Example under this email address.')).toBeTruthy();
  expect(screen.queryByLabelText(/Password/)).toBeNull();
});
