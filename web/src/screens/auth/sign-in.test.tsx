import { screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { aCompany } from '../../testing/examples.ts';
import { serveApi } from '../../testing/fake-api.ts';
import { descriptionOf } from '../../testing/read.ts';
import { renderScreen } from '../../testing/render-screen.tsx';
import { LoginScreen } from './LoginScreen.tsx';
import { RegisterScreen } from './RegisterScreen.tsx';

beforeEach(() => window.history.replaceState(null, '', '/login'));
afterEach(() => {
  localStorage.clear();
  vi.unstubAllGlobals();
});

const signIn = async () => {
  await userEvent.type(await screen.findByLabelText('Email'), aCompany.email);
  await userEvent.type(screen.getByLabelText('Password'), 'secret words');
  await userEvent.click(screen.getByRole('button', { name: 'Login' }));
};

test('signing in opens the dashboard', async () => {
  serveApi({ 'POST /api/login': { company: aCompany, token: 'account-token' } });
  const { history } = await renderScreen(<LoginScreen />);
  await signIn();
  await vi.waitFor(() => expect(history.location.pathname).toBe('/dashboard'));
  expect(localStorage.getItem('token')).toBe('account-token');
});

test.each([
  [{ message: 'Too many attempts', code: 'too_many_requests' }, 'Too many attempts'],
  [{}, 'Login failed. Please check your credentials.'],
])('a refusal with %o says "%s"', async (body, text) => {
  serveApi({ 'POST /api/login': { status: 429, body } });
  await renderScreen(<LoginScreen />);
  await signIn();
  expect((await screen.findByRole('alert')).textContent).toBe(text);
});

test('different passwords are not sent', async () => {
  const calls = serveApi({});
  await renderScreen(<RegisterScreen />);
  await userEvent.type(await screen.findByLabelText('Company Name'), 'Engines');
  await userEvent.type(screen.getByLabelText('Email Address'), 'a@example.com');
  await userEvent.type(screen.getByLabelText('Password'), 'one secret');
  await userEvent.type(screen.getByLabelText('Confirm Password'), 'another');
  await userEvent.click(screen.getByRole('button', { name: 'Register' }));
  expect(descriptionOf(screen.getByLabelText('Confirm Password'))).toBe('Passwords do not match');
  expect(calls).toEqual([]);
});

test.each([
  [{ message: 'This email is taken', code: 'conflict' }, 'This email is taken'],
  [{}, 'Registration failed. Please try again.'],
])('a refused registration with %o says "%s"', async (body, text) => {
  serveApi({ 'POST /api/register': { status: 409, body } });
  const { history } = await renderScreen(<RegisterScreen />);
  await userEvent.type(await screen.findByLabelText('Company Name'), 'Engines');
  await userEvent.type(screen.getByLabelText('Email Address'), 'a@example.com');
  await userEvent.type(screen.getByLabelText('Password'), 'one secret');
  await userEvent.type(screen.getByLabelText('Confirm Password'), 'one secret');
  await userEvent.click(screen.getByRole('button', { name: 'Register' }));
  expect((await screen.findByRole('alert')).textContent).toBe(text);
  expect(history.location.pathname).toBe('/');
});

test('registering sends what was filled in and opens the plans', async () => {
  const calls = serveApi({ 'POST /api/register': { company: aCompany, token: 'account-token' } });
  const { history } = await renderScreen(<RegisterScreen />);
  await userEvent.type(await screen.findByLabelText('Company Name'), ' Engines ');
  await userEvent.type(screen.getByLabelText('Email Address'), 'a@example.com');
  await userEvent.type(screen.getByLabelText('Password'), 'one secret');
  await userEvent.type(screen.getByLabelText('Confirm Password'), 'one secret');
  await userEvent.click(screen.getByRole('button', { name: 'Register' }));
  await vi.waitFor(() => expect(history.location.pathname).toBe('/subscription-plans'));
  expect(calls[0]?.body).toEqual({
    name: 'Engines',
    email: 'a@example.com',
    phone: null,
    address: null,
    password: 'one secret',
    password_confirmation: 'one secret',
  });
});
