import { screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { call } from '../../shared/api/api-client.ts';
import { go } from '../../shared/device/location.ts';
import { storeReturnAddress } from '../../shared/return-address.ts';
import { toastStore } from '../../shared/ui/feedback/toast-store.ts';
import { aCompany, anInterview } from '../../testing/examples.ts';
import { serveApi } from '../../testing/fake-api.ts';
import { renderScreen } from '../../testing/render-screen.tsx';
import { UNREACHABLE } from '../../testing/unreachable.ts';
import { LoginScreen } from './LoginScreen.tsx';
import { placeAfterSignIn } from './place-after-sign-in.ts';
import { RegisterScreen } from './RegisterScreen.tsx';

vi.mock('../../shared/device/location.ts', () => ({ go: vi.fn<(address: string) => void>() }));

const ROOM = '/editor?room=private-room-abc123def';
const LOAD = 'GET /api/interview-sessions/room/private-room-abc123def';
const at = (address: string) => window.history.replaceState(null, '', address);
const store = (address: string, companyId: string | null) =>
  sessionStorage.setItem('return-address', JSON.stringify({ address, companyId }));

beforeEach(() => at('/login'));
afterEach(() => {
  localStorage.clear();
  sessionStorage.clear();
  vi.unstubAllGlobals();
});

test('a sign-in that a 401 interrupted comes back to the page with its query', async () => {
  localStorage.setItem('token', 'old-token');
  localStorage.setItem('company', JSON.stringify(aCompany));
  serveApi({
    'GET /api/users': { status: 401, body: { message: 'Please sign in.', code: 'unauthenticated' } },
    'POST /api/login': { company: aCompany, token: 'account-token' },
  });
  at(ROOM);
  await expect(call('GET', '/users')).rejects.toThrow('Please sign in.');
  expect(vi.mocked(go)).toHaveBeenCalledWith('/login');
  at('/login');
  const { history } = await renderScreen(<LoginScreen />);
  await userEvent.type(await screen.findByLabelText('Email'), aCompany.email);
  await userEvent.type(screen.getByLabelText('Password'), 'secret words');
  await userEvent.click(screen.getByRole('button', { name: 'Login' }));
  await vi.waitFor(() => expect(history.location.href).toBe(ROOM));
});

test.each([
  ['/settings', '/settings'],
  ['/sessions?page=3#list', '/sessions?page=3#list'],
  ['/test-payments/billing', '/test-payments/billing'],
  ['//evil.example/dashboard', '/dashboard'],
  ['\\\\evil.example/dashboard', '/dashboard'],
  ['/\\evil.example/dashboard', '/dashboard'],
  ['https://evil.example/settings', '/dashboard'],
  ['javascript:alert(1)', '/dashboard'],
  ['/login', '/dashboard'],
  ['/', '/dashboard'],
  ['/settings/../login', '/dashboard'],
  ['/codeshare/private-room-abc123def', '/dashboard'],
])('the remembered address %s leads to %s, once', async (address, place) => {
  store(address, aCompany.id);
  expect(await placeAfterSignIn(aCompany.id)).toBe(place);
  expect(await placeAfterSignIn(aCompany.id)).toBe('/dashboard');
});

test.each(['not json', '3', '{}', '{"address":3}'])('%s in the storage leads to the dashboard', async (text) => {
  sessionStorage.setItem('return-address', text);
  expect(await placeAfterSignIn(aCompany.id)).toBe('/dashboard');
});

test.each([
  [
    'a company that may not open it',
    'former-company',
    { status: 404, body: { message: 'No', code: 'not_found' } },
    '/dashboard',
  ],
  ['a company that may', 'former-company', { session: anInterview({}) }, ROOM],
  ['nobody signed in before', null, { session: anInterview({}) }, ROOM],
  ['nobody before, to another company', null, { status: 403, body: {} }, '/dashboard'],
] as const)('a room is gone back to, or left with words: %s', async (_who, companyId, answer, place) => {
  serveApi({ [LOAD]: answer });
  store(ROOM, companyId);
  const before = toastStore.get().length;
  expect(await placeAfterSignIn(aCompany.id)).toBe(place);
  const said = toastStore.get().slice(before);
  expect(said.map(({ text }) => text)).toEqual(place === ROOM ? [] : ['That session is not open to this account.']);
});

test.each(UNREACHABLE)('a room that is answered by %s is gone back to, and waits there', async (_what, answer) => {
  vi.stubGlobal('fetch', answer);
  store(ROOM, 'former-company');
  expect(await placeAfterSignIn(aCompany.id)).toBe(ROOM);
});

test.each([
  ['/login', <LoginScreen key="login" />],
  ['/register', <RegisterScreen key="register" />],
])('who is signed in already goes on from %s', async (path, form) => {
  localStorage.setItem('token', 'account-token');
  localStorage.setItem('company', JSON.stringify(aCompany));
  serveApi({ 'GET /api/user': { company: aCompany } });
  at('/settings');
  storeReturnAddress();
  at(path);
  const { history } = await renderScreen(form);
  await vi.waitFor(() => expect(history.location.pathname).toBe('/settings'));
  expect(screen.queryByRole('textbox')).toBeNull();
});
