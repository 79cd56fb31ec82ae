import { screen, waitFor } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { aCompany } from '../../testing/examples.ts';
import { serveApi } from '../../testing/fake-api.ts';
import { descriptionOf } from '../../testing/description-of.ts';
import { renderScreen } from '../../testing/render-screen.tsx';
import { LoginScreen } from './LoginScreen.tsx';
import { RegisterScreen } from './RegisterScreen.tsx';
import { fill } from '../../testing/fill.ts';

beforeEach(() => window.history.replaceState(null, '', '/login'));
afterEach(() => {
  localStorage.clear();
  vi.unstubAllGlobals();
});

const signIn = async () => {
  await fill(await screen.findByLabelText('Email'), aCompany.email);
  await fill(screen.getByLabelText('Password'), 'secret words');
  await userEvent.click(screen.getByRole('button', { name: 'Login' }));
};

const register = async (password: string, confirmation: string, name = 'Engines') => {
  await fill(await screen.findByLabelText('Company Name'), name);
  await fill(screen.getByLabelText('Email Address'), 'a@example.com');
  await fill(screen.getByLabelText('Password'), password);
  await fill(screen.getByLabelText('Confirm Password'), confirmation);
  await userEvent.click(screen.getByRole('button', { name: 'Register' }));
};

/** A fetch that replies only when released, so that tests see the busy state. */
function held(body: object) {
  const { promise, resolve } = Promise.withResolvers<void>();
  vi.stubGlobal('fetch', () => promise.then(() => new Response(JSON.stringify(body))));
  return resolve;
}

test('shows "Logging in..." and disables the button while signing in', async () => {
  const { history } = await renderScreen(<LoginScreen />);
  expect(await screen.findByText('Access your code interview platform')).toBeTruthy();
  const answer = held({ company: aCompany, token: 'account-token' });
  await signIn();
  expect(screen.getByRole('button', { name: 'Logging in...' }).hasAttribute('disabled')).toBe(true);
  answer();
  await waitFor(() => expect(history.location.pathname).toBe('/dashboard'));
});

test('shows "Registering..." and disables the button while registering', async () => {
  const { history } = await renderScreen(<RegisterScreen />);
  expect(await screen.findByText('Start conducting technical interviews today')).toBeTruthy();
  const links = screen.getAllByRole('link', { name: /^(Terms|Privacy|Already)/ });
  expect(links.map((link) => [link.textContent, link.getAttribute('href')])).toEqual([
    ['Terms', '/terms'],
    ['Privacy Policy', '/privacy'],
    ['Already have an account? Sign in', '/login'],
  ]);
  const answer = held({ company: aCompany, token: 'account-token' });
  await register('one secret', 'one secret');
  expect(screen.getByRole('button', { name: 'Registering...' }).hasAttribute('disabled')).toBe(true);
  answer();
  await waitFor(() => expect(history.location.pathname).toBe('/subscription-plans'));
});

test('opens the dashboard after a sign-in', async () => {
  serveApi({ 'POST /api/login': { company: aCompany, token: 'account-token' } });
  const { history } = await renderScreen(<LoginScreen />);
  await signIn();
  await waitFor(() => expect(history.location.pathname).toBe('/dashboard'));
  expect(localStorage.getItem('token')).toBe('account-token');
});

test.each([
  [{ message: 'Too many attempts', code: 'too_many_requests' }, 'Too many attempts'],
  [{}, 'Login failed. Please check your credentials.'],
])('answers a refusal with %o by "%s"', async (body, text) => {
  serveApi({ 'POST /api/login': { status: 429, body } });
  await renderScreen(<LoginScreen />);
  await signIn();
  expect((await screen.findByRole('alert')).textContent).toBe(text);
});

test('shows that the server is unreachable, not a wrong password', async () => {
  vi.stubGlobal('fetch', () => Promise.reject(new TypeError('Failed to fetch')));
  await renderScreen(<LoginScreen />);
  await signIn();
  expect((await screen.findByRole('alert')).textContent).toBe('We can’t reach the server. Please try again.');
});

test('sends no registration with different passwords', async () => {
  const calls = serveApi({});
  await renderScreen(<RegisterScreen />);
  await register('one secret', 'another');
  expect(descriptionOf(screen.getByLabelText('Confirm Password'))).toBe('Passwords do not match');
  expect(calls).toEqual([]);
});

test.each([
  [{ message: 'This email is taken', code: 'conflict' }, 'This email is taken'],
  [{}, 'Registration failed. Please try again.'],
])('answers a refused registration with %o by "%s"', async (body, text) => {
  serveApi({ 'POST /api/register': { status: 409, body } });
  const { history } = await renderScreen(<RegisterScreen />);
  await register('one secret', 'one secret');
  expect((await screen.findByRole('alert')).textContent).toBe(text);
  expect(history.location.pathname).toBe('/');
});

test('registers with the typed values and opens the plans', async () => {
  const calls = serveApi({ 'POST /api/register': { company: aCompany, token: 'account-token' } });
  const { history } = await renderScreen(<RegisterScreen />);
  await register('one secret', 'one secret', ' Engines ');
  await waitFor(() => expect(history.location.pathname).toBe('/subscription-plans'));
  expect(calls[0]?.body).toEqual({
    name: 'Engines',
    email: 'a@example.com',
    phone: null,
    address: null,
    password: 'one secret',
    password_confirmation: 'one secret',
  });
});

test('marks every required field of an empty registration', async () => {
  const calls = serveApi({});
  await renderScreen(<RegisterScreen />);
  await userEvent.click(await screen.findByRole('button', { name: 'Register' }));
  const marks = ['Company Name', 'Email Address', 'Password', 'Confirm Password'].map((label) =>
    descriptionOf(screen.getByLabelText(label)),
  );
  expect(marks).toEqual([
    'Company name is required',
    'Email is required',
    'Password is required',
    'Confirm the password',
  ]);
  expect(document.activeElement).toBe(screen.getByLabelText('Company Name'));
  expect(calls).toEqual([]);
});
