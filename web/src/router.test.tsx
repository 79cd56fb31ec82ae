import './testing/fake-indexed-db.ts';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { createMemoryHistory, RouterProvider } from '@tanstack/react-router';
import { act, render, screen } from '@testing-library/react';
import { afterEach, beforeAll, expect, test, vi } from 'vitest';
import { createAccountStore } from './features/auth/account-store.ts';
import { AccountContext } from './features/auth/useAccount.ts';
import { createAppRouter } from './router.ts';
import { go } from './shared/device/location.ts';
import { takeReturnAddress } from './shared/device/return-address.ts';
import { aCompany, anInterview, aPlan } from './testing/examples.ts';
import { serveApi } from './testing/fake-api.ts';
import { fill } from './testing/fill.ts';

vi.mock('./shared/device/location.ts', () => ({ go: vi.fn<(address: string) => void>() }));

const QUICK_START = 'POST /api/interview-sessions/quick-start';
const user = { id: 'u-1', email: aCompany.email, name: aCompany.name, role: 'owner' };
const pageOf = (page: number) => ({ data: [anInterview({})], current_page: page, last_page: 2, total: 16 });
const api = {
  'GET /api/user': { company: aCompany, user },
  'GET /api/subscription-plans': [aPlan({})],
  'GET /api/interview-sessions?page=1': pageOf(1),
  'GET /api/interview-sessions?page=2': pageOf(2),
  'GET /api/interview-sessions?page=100000': { ...pageOf(100_000), data: [] },
};

// Loads the late parts of the settings, which take longer than a test waits for them.
beforeAll(async () => {
  await import('./screens/settings/Sections.tsx');
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
  localStorage.clear();
  sessionStorage.clear();
  vi.mocked(go).mockClear();
});

/** Opens an address of the app as the signed-in owner, after another page in the history. */
async function open(address: string, answers = {}) {
  localStorage.setItem('token', 'account-token');
  localStorage.setItem('company', JSON.stringify(aCompany));
  vi.stubGlobal('matchMedia', () => ({
    matches: true,
    addEventListener: () => undefined,
    removeEventListener: () => undefined,
    addListener: () => undefined,
    removeListener: () => undefined,
  }));
  vi.stubGlobal('scrollTo', () => undefined);
  const calls = serveApi({ ...api, ...answers });
  const history = createMemoryHistory({ initialEntries: ['/privacy', address] });
  const store = createAccountStore();
  await store.check();
  render(
    <QueryClientProvider client={new QueryClient({ defaultOptions: { queries: { retry: false } } })}>
      <AccountContext value={store}>
        <RouterProvider router={createAppRouter(history) as never} />
      </AccountContext>
    </QueryClientProvider>,
  );
  return { calls: () => calls.map(({ call }) => call), history };
}

test.each(['-1', '0', 'abc', '1.5', '', 'NaN'])('shows the first page of the list for page=%s', async (page) => {
  const { calls } = await open(`/sessions?page=${page}`);
  expect(await screen.findAllByText('Ada Lovelace')).toBeTruthy();
  expect(calls().filter((call) => call.includes('interview-sessions?page'))).toEqual([
    'GET /api/interview-sessions?page=1',
  ]);
});

test('shows the list’s last page for a page beyond it', async () => {
  const { history } = await open('/sessions?page=1e9');
  expect(await screen.findAllByText('Ada Lovelace')).toBeTruthy();
  expect(history.location.href).toBe('/sessions?page=2');
  history.back();
  await vi.waitFor(() => expect(history.location.href).toBe('/privacy'));
});

test('keeps the pages of a loading list after a shorter one', async () => {
  const { calls, history } = await open('/sessions?status=completed', {
    'GET /api/interview-sessions?page=1&status=completed': { ...pageOf(1), last_page: 1, total: 1 },
  });
  await screen.findAllByText('Ada Lovelace');
  act(() => history.push('/sessions?page=2'));
  await vi.waitFor(() => expect(calls()).toContain('GET /api/interview-sessions?page=2'));
  await screen.findByText('Page 2 of 2');
  expect(history.location.href).toBe('/sessions?page=2');
});

test('opens another view of the questions by a link', async () => {
  const questions = { data: [], current_page: 1, last_page: 1, total: 0 };
  const { history } = await open('/questions', {
    'GET /api/questions?page=1': questions,
    'GET /api/questions?page=1&is_archived=true': questions,
    'GET /api/question-tags': { data: [] },
    'GET /api/question-library': { is_offered: false, count: 24, present: 0 },
    'GET /api/interview-templates': { data: [] },
  });
  const shown = async (name: string) => screen.findByRole('tab', { name, selected: true });
  await shown('Questions');
  act(() => history.push('/questions?view=Templates'));
  await shown('Templates');
  act(() => screen.getByRole('tab', { name: 'Archive' }).click());
  await shown('Archive');
  act(() => history.push('/questions'));
  await shown('Questions');
  await screen.findByText('No questions yet');
  expect(history.location.href).toBe('/questions');
});

test.each(['room[]=x', 'room=', 'room=a-room-code&room=b-room-code', 'room[0]=x', 'ROOM=x', 'room'])(
  'starts no interview in the editor at ?%s',
  async (search) => {
    vi.useFakeTimers({ shouldAdvanceTime: true });
    const { calls, history } = await open(`/editor?${search}`);
    expect((await screen.findAllByText('Session not found or access denied. Redirecting...')).length).toBeGreaterThan(
      0,
    );
    expect(calls()).not.toContain(QUICK_START);
    await vi.advanceTimersByTimeAsync(2_000);
    expect(history.location.pathname).toBe('/sessions');
  },
);

test('starts an interview in the editor without a room', async () => {
  const { calls } = await open('/editor?from=home', { [QUICK_START]: { status: 402, body: {} } });
  expect(await screen.findByText('Failed to create interview session')).toBeTruthy();
  expect(calls()).toContain(QUICK_START);
});

const PAID = 'Subscription activated successfully, you will be redirected to the dashboard in 3 seconds';
const CANCELLED = 'Checkout cancelled. You can try again or choose another plan.';

test('shows the plans without notice on Back after a checkout', async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true });
  const begun = Date.now();
  const { calls, history } = await open('/subscription-plans?checkout=success', {
    'POST /api/stripe/checkout/confirm': { outcome: 'paid', subscription: null },
  });
  expect(await screen.findByText(PAID)).toBeTruthy();
  await vi.waitFor(() => expect(history.location.href).toBe('/subscription-plans'));
  let leftAt = 0;
  history.subscribe(({ location }) => {
    if (location.pathname === '/dashboard') leftAt ||= Date.now();
  });
  await vi.advanceTimersByTimeAsync(3_100);
  await vi.waitFor(() => expect(history.location.pathname).toBe('/dashboard'));
  expect(leftAt - begun).toBeGreaterThanOrEqual(3_000);
  history.back();
  expect(await screen.findByRole('article', { name: 'Starter' })).toBeTruthy();
  expect(screen.queryByText(PAID)).toBeNull();
  await vi.advanceTimersByTimeAsync(4_000);
  expect(history.location.href).toBe('/subscription-plans');
  expect(calls().filter((call) => call.endsWith('/checkout/confirm'))).toHaveLength(1);
});

test('polls an unconfirmed checkout again after a reload', async () => {
  const { history } = await open('/subscription-plans?checkout=success', {
    'POST /api/stripe/checkout/confirm': { status: 500, body: {} },
  });
  expect(await screen.findByText(/We couldn’t check your payment/)).toBeTruthy();
  expect(history.location.href).toBe('/subscription-plans?checkout=success');
});

test('shows the notice of a cancelled checkout once', async () => {
  const { history } = await open('/subscription-plans?checkout=cancelled');
  expect(await screen.findByText(CANCELLED)).toBeTruthy();
  await vi.waitFor(() => expect(history.location.href).toBe('/subscription-plans'));
  history.push('/dashboard');
  expect(await screen.findByText(/Welcome back/)).toBeTruthy();
  history.back();
  expect(await screen.findByRole('article', { name: 'Starter' })).toBeTruthy();
  expect(screen.queryByText(CANCELLED)).toBeNull();
});

test('returns to each page behind the sign-in', () => {
  const { routesById } = createAppRouter();
  const pages = Object.values(routesById).flatMap(({ id, fullPath }) =>
    id.startsWith('/_signed-in/') && fullPath !== '/'
      ? [fullPath.replaceAll(/\$\w+/g, 'an-id').replace(/\/$/, '')]
      : [],
  );
  expect(pages).toHaveLength(12);
  const places = pages.map((address) => {
    sessionStorage.setItem('return-address', JSON.stringify({ address, companyId: null }));
    return takeReturnAddress()?.address;
  });
  expect(places).toEqual(pages);
});

/** Changes the storage as another tab does, and announces it like the browser. */
function inAnotherTab(change: () => void, event = 'storage'): void {
  change();
  act(() => void window.dispatchEvent(new Event(event)));
}

const signOut = () => localStorage.clear();
const signIn = (company: object, token = 'other-token') => {
  localStorage.setItem('token', token);
  localStorage.setItem('company', JSON.stringify(company));
};
const another = { ...aCompany, id: '0b7c6a0e-0000-4000-8000-00000000000f', name: 'Another Company' };

test.each([
  ['signs the account out', 'storage', signOut, '/login'],
  ['signed the account out while this one was away', 'pageshow', signOut, '/login'],
  ['signs another account in', 'storage', () => signIn(another), '/dashboard'],
])('replaces the screens of an account when another tab %s', async (_what, event, change, place) => {
  window.history.replaceState(null, '', '/settings');
  await open('/settings', { 'GET /api/user': { company: aCompany } });
  expect(await screen.findByLabelText('Company Name')).toBeTruthy();
  inAnotherTab(change, event);
  expect(screen.queryByLabelText('Company Name')).toBeNull();
  expect(go).toHaveBeenCalledExactlyOnceWith(place);
  expect(sessionStorage.getItem('return-address')).toBe(
    place === '/login' ? JSON.stringify({ address: '/settings', companyId: aCompany.id }) : null,
  );
});

test('keeps typed text when another tab renews the sign-in', async () => {
  await open('/settings', { 'GET /api/user': { company: aCompany } });
  const name = await screen.findByLabelText('Company Name');
  await fill(name, ' and Sons');
  inAnotherTab(() => signIn({ ...aCompany, phone: '+1 555 0100' }));
  expect(screen.getByDisplayValue(`${aCompany.name} and Sons`)).toBe(name);
  expect(go).not.toHaveBeenCalled();
});

test('opens no screens after another tab has signed out', async () => {
  const { history } = await open('/privacy', { 'GET /api/user': { company: aCompany } });
  inAnotherTab(signOut);
  expect(go).not.toHaveBeenCalled();
  history.push('/settings');
  await vi.waitFor(() => expect(go).toHaveBeenCalledExactlyOnceWith('/login'));
  expect(screen.queryByLabelText('Company Name')).toBeNull();
});
