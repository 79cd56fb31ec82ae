import { screen, waitFor } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { call } from '../../shared/api/api-client.ts';
import { go } from '../../shared/device/location.ts';
import { storeReturnAddress } from '../../shared/device/return-address.ts';
import { toastStore } from '../../shared/ui/feedback/toast-store.ts';
import { aCompany, anInterview } from '../../testing/examples.ts';
import { serveApi } from '../../testing/fake-api.ts';
import { renderScreen } from '../../testing/render-screen.tsx';
import { UNREACHABLE } from '../../testing/unreachable.ts';
import { LoginScreen } from './LoginScreen.tsx';
import { placeAfterSignIn } from './place-after-sign-in.ts';
import { RegisterScreen } from './RegisterScreen.tsx';
import { fill } from '../../testing/fill.ts';

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

test('returns to the page with its query after a 401', async () => {
  localStorage.setItem('token', 'old-token');
  localStorage.setItem('company', JSON.stringify(aCompany));
  serveApi({
    'GET /api/users': { status: 401, body: { message: 'Please sign in.', code: 'unauthenticated' } },
    'POST /api/login': { company: aCompany, token: 'account-token' },
  });
  at(ROOM);
  await expect(call('GET /users')).rejects.toThrow('Please sign in.');
  expect(vi.mocked(go)).toHaveBeenCalledWith('/login');
  at('/login');
  const { history } = await renderScreen(<LoginScreen />);
  await fill(await screen.findByLabelText('Email'), aCompany.email);
  await fill(screen.getByLabelText('Password'), 'secret words');
  await userEvent.click(screen.getByRole('button', { name: 'Login' }));
  await waitFor(() => expect(history.location.href).toBe(ROOM));
});

test.each([
  ['/settings', '/settings'],
  ['/sessions?page=3#list', '/sessions?page=3#list'],
  ['/test-payments/billing', '/test-payments/billing'],
  ['/sessions/0b7c6a0e-0000-4000-8000-000000000003', '/sessions/0b7c6a0e-0000-4000-8000-000000000003'],
  ['/sessions/0b7c6a0e/playback?t=61', '/sessions/0b7c6a0e/playback?t=61'],
  ['/questions?tag=sql', '/questions?tag=sql'],
  ['/questions/0b7c6a0e', '/questions/0b7c6a0e'],
  ['//evil.example/dashboard', '/dashboard'],
  ['\\\\evil.example/dashboard', '/dashboard'],
  ['/\\evil.example/dashboard', '/dashboard'],
  ['https://evil.example/settings', '/dashboard'],
  ['javascript:alert(1)', '/dashboard'],
  ['/login', '/dashboard'],
  ['/', '/dashboard'],
  ['/settings/../login', '/dashboard'],
  ['/sessions/../login', '/dashboard'],
  ['/sessions/0b7c6a0e/unknown', '/dashboard'],
  ['/codeshare/private-room-abc123def', '/dashboard'],
])('leads from the remembered URL %s to %s, once', async (address, place) => {
  store(address, aCompany.id);
  expect(await placeAfterSignIn(aCompany.id)).toBe(place);
  expect(await placeAfterSignIn(aCompany.id)).toBe('/dashboard');
});

test.each(['not json', '3', '{}', '{"address":3}'])('leads to the dashboard with %s in the storage', async (text) => {
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
  ['no earlier sign-in', null, { session: anInterview({}) }, ROOM],
  ['no earlier sign-in, another company’s room', null, { status: 403, body: {} }, '/dashboard'],
] as const)('returns to a room or shows why not: %s', async (_who, companyId, answer, place) => {
  serveApi({ [LOAD]: answer });
  store(ROOM, companyId);
  const before = toastStore.get().length;
  expect(await placeAfterSignIn(aCompany.id)).toBe(place);
  const toasts = toastStore.get().slice(before);
  expect(toasts.map(({ text }) => text)).toEqual(place === ROOM ? [] : ['That session is not open to this account.']);
});

test.each(UNREACHABLE)('returns to a room whose request gets %s, and waits there', async (_what, answer) => {
  vi.stubGlobal('fetch', answer);
  store(ROOM, 'former-company');
  expect(await placeAfterSignIn(aCompany.id)).toBe(ROOM);
});

test.each([
  ['/login', <LoginScreen key="login" />],
  ['/register', <RegisterScreen key="register" />],
])('redirects a signed-in user from %s', async (path, form) => {
  localStorage.setItem('token', 'account-token');
  localStorage.setItem('company', JSON.stringify(aCompany));
  serveApi({ 'GET /api/user': { company: aCompany } });
  at('/settings');
  storeReturnAddress();
  at(path);
  const { history } = await renderScreen(form);
  await waitFor(() => expect(history.location.pathname).toBe('/settings'));
  expect(screen.queryByRole('textbox')).toBeNull();
});
