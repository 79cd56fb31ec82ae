import '../../testing/fake-indexed-db.ts';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { queryClient } from '../../shared/api/query-client.ts';
import { go } from '../../shared/device/location.ts';
import { aCompany } from '../../testing/examples.ts';
import { serveApi } from '../../testing/fake-api.ts';
import { UNREACHABLE } from '../../testing/unreachable.ts';
import { loadShared, storeShared } from '../../pwa/shared-text.ts';
import { createAccountStore } from './account-store.ts';
import type { AccountStore } from './account-store.ts';
import { signIn } from './sign-in.calls.ts';

vi.mock('../../shared/device/location.ts', () => ({ go: vi.fn<(address: string) => void>() }));

const refused = { status: 401, body: { message: 'Please sign in.', code: 'unauthenticated' } };

beforeEach(() => {
  vi.spyOn(console, 'warn').mockReturnValue();
  window.history.replaceState(null, '', '/dashboard');
});
afterEach(() => {
  localStorage.clear();
  vi.unstubAllGlobals();
  vi.mocked(go).mockClear();
});

function storeOldCopy() {
  localStorage.setItem('token', 'stored-token');
  localStorage.setItem('company', JSON.stringify({ ...aCompany, name: 'Old Name' }));
}

test('sends no request if no company is stored', async () => {
  const calls = serveApi({});
  const store = createAccountStore();
  expect(store.state.get().phase).toBe('loading');
  await store.check();
  expect(store.state.get()).toEqual({ phase: 'unauthenticated', account: null });
  expect(calls).toEqual([]);
});

test('uses the stored company until the server confirms it', async () => {
  storeOldCopy();
  const calls = serveApi({ 'GET /api/user': { company: aCompany } });
  const store = createAccountStore();
  const checking = store.check();
  expect(store.state.get()).toMatchObject({ phase: 'loading', account: { company: { name: 'Old Name' } } });
  await checking;
  expect(store.state.get()).toEqual({ phase: 'authenticated', account: { company: aCompany } });
  expect(JSON.parse(localStorage.getItem('company') ?? '')).toEqual(aCompany);
  expect(calls).toMatchObject([{ call: 'GET /api/user', authorization: 'Bearer stored-token' }]);
});

test.each([
  ['/dashboard', true],
  ['/', true],
  ['/login', false],
  ['/register', false],
  ['/privacy', false],
  ['/review', false],
  ['/verify', false],
  ['/try', false],
])('removes the stored account after a refused check on %s; redirects to /login: %s', async (path, leaves) => {
  storeOldCopy();
  window.history.replaceState(null, '', path);
  serveApi({ 'GET /api/user': refused });
  const store = createAccountStore();
  await store.check();
  expect(store.state.get().phase).toBe('unauthenticated');
  expect(localStorage).toHaveLength(0);
  expect(console.warn).toHaveBeenCalledWith('Session validation failed (status 401)', 'Please sign in.');
  expect(vi.mocked(go).mock.calls.some(([to]) => to === '/login')).toBe(leaves);
});

const cutOff = () =>
  new ReadableStream({
    start(body) {
      body.enqueue(new TextEncoder().encode('{"company":'));
      body.error(new TypeError('network error'));
    },
  });

test.each([
  ['breaks off, as when the user leaves the page', () => new Response(cutOff())],
  ['comes from a captive portal', () => new Response('<html>Please sign in to the Wi-Fi.</html>')],
  ['reports a busy server', () => new Response('{}', { status: 503 })],
  ['counts too many requests of the network', () => new Response('{}', { status: 429 })],
])('keeps the account signed in after a reply that %s', async (_what, answer) => {
  vi.useFakeTimers();
  storeOldCopy();
  vi.stubGlobal('fetch', () => Promise.resolve(answer()));
  const store = createAccountStore();
  const checking = store.check();
  await vi.runAllTimersAsync();
  await checking;
  vi.useRealTimers();
  expect(store.state.get()).toMatchObject({ phase: 'authenticated', account: { company: { name: 'Old Name' } } });
  expect(localStorage.getItem('token')).toBe('stored-token');
  expect(go).not.toHaveBeenCalled();
});

test.each(UNREACHABLE)('sends one request and continues with the stored copy if it meets %s', async (_what, answer) => {
  storeOldCopy();
  const fetchStub = vi.fn<() => Promise<Response>>(answer);
  vi.stubGlobal('fetch', fetchStub);
  const store = createAccountStore();
  await store.check();
  expect(store.state.get()).toMatchObject({ phase: 'authenticated', account: { company: { name: 'Old Name' } } });
  expect(fetchStub).toHaveBeenCalledOnce();
});

test('ignores a late reply to a check after the sign-out', async () => {
  vi.useFakeTimers();
  storeOldCopy();
  const { promise, resolve } = Promise.withResolvers<Response>();
  vi.stubGlobal('fetch', () => promise);
  const store = createAccountStore();
  const checking = store.check();
  await vi.advanceTimersByTimeAsync(4_000);
  expect(store.state.get()).toMatchObject({ phase: 'authenticated', account: { company: { name: 'Old Name' } } });
  localStorage.clear();
  resolve(Response.json({ company: aCompany }));
  await checking;
  vi.useRealTimers();
  expect(localStorage.getItem('company')).toBeNull();
});

test('keeps the stored company while offline', async () => {
  storeOldCopy();
  vi.stubGlobal('fetch', () => Promise.reject(new TypeError('Failed to fetch')));
  vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false);
  const store = createAccountStore();
  await store.check();
  expect(store.state.get()).toMatchObject({ phase: 'authenticated', account: { company: { name: 'Old Name' } } });
  expect(localStorage.getItem('token')).toBe('stored-token');
});

test('stores token and company at a sign-in until the sign-out', async () => {
  serveApi({
    'POST /api/login': { company: aCompany, token: 'fresh-token' },
    'POST /api/logout': { status: 500, body: {} },
  });
  const store = createAccountStore();
  store.enter(await signIn({ email: aCompany.email, password: 'secret' }));
  expect(store.state.get().phase).toBe('authenticated');
  expect(localStorage.getItem('token')).toBe('fresh-token');
  store.logout();
  expect(store.state.get().phase).toBe('unauthenticated');
  expect(localStorage).toHaveLength(0);
  await vi.waitFor(() => expect(console.warn).toHaveBeenCalledWith('Logout failed', expect.anything()));
});

test('signs out without waiting for a silent server', () => {
  storeOldCopy();
  const sent = vi.fn<typeof fetch>(() => new Promise(() => {}));
  vi.stubGlobal('fetch', sent);
  const store = createAccountStore();
  store.logout();
  expect(store.state.get().phase).toBe('unauthenticated');
  expect(localStorage).toHaveLength(0);
  const [address, init] = sent.mock.lastCall ?? [];
  expect([address, init?.method, init?.keepalive]).toEqual(['/api/logout', 'POST', true]);
  expect(new Headers(init?.headers).get('authorization')).toBe('Bearer stored-token');
});

test.each([
  ['call', (store: AccountStore) => expect(store.refresh()).rejects.toThrow('Please sign in.')],
  ['check', (store: AccountStore) => store.check()],
])('keeps the next account signed in after a refused %s of the last', async (_what, ask) => {
  storeOldCopy();
  const { promise, resolve } = Promise.withResolvers<Response>();
  vi.stubGlobal('fetch', () => promise);
  const store = createAccountStore();
  const asking = ask(store);
  store.logout();
  store.enter({ company: aCompany, token: 'fresh-token' });
  resolve(Response.json(refused.body, { status: 401 }));
  await asking;
  expect(store.state.get().phase).toBe('authenticated');
  expect(localStorage.getItem('token')).toBe('fresh-token');
  expect(go).not.toHaveBeenCalled();
});

test("stays on /login with the server's message after a refusal", async () => {
  window.history.replaceState(null, '', '/login');
  serveApi({
    'POST /api/login': { status: 401, body: { message: 'Invalid email or password', code: 'unauthenticated' } },
  });
  await expect(signIn({ email: 'a@b.c', password: 'x' })).rejects.toThrow('Invalid email or password');
  expect(go).not.toHaveBeenCalled();
});

test('signs this device out after a 401 on a later call', async () => {
  storeOldCopy();
  serveApi({ 'GET /api/user': refused });
  await expect(createAccountStore().refresh()).rejects.toThrow('Please sign in.');
  expect(localStorage).toHaveLength(0);
  expect(go).toHaveBeenCalledWith('/login');
});

test('clears the cached data of the company at a sign-out', () => {
  serveApi({ 'POST /api/logout': { message: 'Signed out' } });
  queryClient.setQueryData(['interviews', 1], { data: ['of the first company'] });
  createAccountStore().logout();
  expect(queryClient.getQueryData(['interviews', 1])).toBeUndefined();
});

test('keeps the account that another tab has signed in meanwhile', async () => {
  storeOldCopy();
  const { promise, resolve } = Promise.withResolvers<Response>();
  vi.stubGlobal('fetch', () => promise);
  const store = createAccountStore();
  store.enter({ company: aCompany, token: 'stored-token' });
  const refreshing = store.refresh();
  const other = JSON.stringify({ ...aCompany, id: 'other-company' });
  localStorage.setItem('company', other);
  resolve(Response.json({ company: aCompany }));
  await refreshing;
  store.replaceCompany({ ...aCompany, name: 'New Name' });
  expect(localStorage.getItem('company')).toBe(other);
});

test.each([
  ['a sign-out, also on the page of the file', '/share-target', async (store: AccountStore) => store.logout()],
  ['a refused sign-in', '/dashboard', (store: AccountStore) => store.check()],
])('drops the file shared with the app after %s', async (_how, path, leave) => {
  storeOldCopy();
  window.history.replaceState(null, '', path);
  serveApi({ 'POST /api/logout': { message: 'Signed out' }, 'GET /api/user': refused });
  await storeShared({ name: 'engine.sql', text: 'SELECT 1;', at: Date.now() });
  await leave(createAccountStore());
  expect(await loadShared()).toBeNull();
});

test.each([
  ['check', (store: AccountStore) => store.check()],
  ['call', (store: AccountStore) => store.refresh().catch(() => undefined)],
])('keeps a file for the next sign-in if this one has expired: %s', async (_what, read) => {
  storeOldCopy();
  window.history.replaceState(null, '', '/share-target');
  serveApi({ 'GET /api/user': refused });
  await storeShared({ name: 'engine.sql', text: 'SELECT 1;', at: Date.now() });
  await read(createAccountStore());
  expect(localStorage).toHaveLength(0);
  expect(await loadShared()).toMatchObject({ name: 'engine.sql' });
});
