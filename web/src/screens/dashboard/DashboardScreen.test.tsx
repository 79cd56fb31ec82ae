import type { Account } from '@cip/contracts/accounts/auth';
import type { Plan, Subscription } from '@cip/contracts/billing/billing';
import { cleanup, screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, expect, test, vi } from 'vitest';
import { aCompany, anInterview, aPlan, aSubscription, aUsage } from '../../testing/examples.ts';
import { serveApi } from '../../testing/fake-api.ts';
import { renderScreen } from '../../testing/render-screen.tsx';
import { DashboardScreen } from './DashboardScreen.tsx';

afterEach(() => {
  localStorage.clear();
  vi.unstubAllGlobals();
});

const noList = { data: [], current_page: 1, last_page: 1, total: 0 };
const noInterviews = {
  'GET /api/interview-sessions?status=active': noList,
  'GET /api/interview-sessions?upcoming=true': noList,
  'GET /api/interview-sessions?page=1&status=completed': noList,
};

function show(account: Account, plan: Plan | null, changes: Partial<Subscription> = {}) {
  localStorage.setItem('token', 'account-token');
  localStorage.setItem('company', JSON.stringify(account.company));
  const subscription = plan && aSubscription(plan, changes);
  serveApi({
    'GET /api/user': account,
    'GET /api/subscriptions/current': { subscription, usage: aUsage, card_payments: 'on' },
    'GET /api/interview-sessions?page=1': { data: [], current_page: 1, last_page: 83, total: 1_234 },
    ...noInterviews,
  });
  return renderScreen(<DashboardScreen />);
}

const isLocked = (name: RegExp) => screen.getByRole('button', { name }).hasAttribute('disabled');

test('warns without an active subscription, and enables only the settings', async () => {
  const { history } = await show({ company: { ...aCompany, subscription_status: 'cancelled' } }, null);
  expect((await screen.findByRole('alert')).textContent).toContain(
    "You don't have an active subscription. Subscribe now to start conducting interviews!",
  );
  expect([/^Start Interview/, /^View Sessions/, /^Manage Interviewers/, /^Settings/].map(isLocked)).toEqual([
    true,
    true,
    true,
    false,
  ]);
  expect(await screen.findByText('CANCELLED')).toBeTruthy();
  expect(screen.getByText('No Plan')).toBeTruthy();
  expect(screen.getByText('No Active Subscription')).toBeTruthy();
  expect(screen.getByText('Member Since').parentElement?.textContent).toBe('Member SinceTodayWelcome aboard!');
  await userEvent.click(screen.getByRole('button', { name: 'Choose a Plan' }));
  expect(history.location.pathname).toBe('/subscription-plans');
});

test('shows the plan of an active company and starts an interview', async () => {
  const plan = aPlan({
    name: 'Enterprise',
    price: 1990,
    billing_cycle: 'yearly',
    max_concurrent_sessions: 3,
  });
  const ends_at = '2027-03-04T12:00:00.000Z';
  const company = { ...aCompany, subscription_ends_at: ends_at };
  const { history } = await show({ company }, plan, { ends_at, renews: true, paid: true });
  expect(await screen.findByText('Welcome back, Analytical Engines!')).toBeTruthy();
  expect(screen.queryByRole('alert')).toBeNull();
  expect(await screen.findByText('$1,990/yr')).toBeTruthy();
  const total = screen.getByText('Total Sessions').parentElement;
  await waitFor(() => expect(total?.textContent).toBe('Total Sessions1,234All time'));
  expect(screen.getByText('$1,990 per year')).toBeTruthy();
  expect(screen.getByText('Mar 4, 2027')).toBeTruthy();
  expect(screen.getByText('Expires On').parentElement?.textContent).toBe('Expires OnMar 4, 2027Renewal date');
  expect(screen.getByText('Renewal: Mar 4, 2027')).toBeTruthy();
  expect(screen.getByText('2 of 3 running now')).toBeTruthy();
  expect(screen.getByRole('button', { name: 'Change Plan' })).toBeTruthy();
  await userEvent.click(screen.getByRole('button', { name: /^Start Interview/ }));
  expect(history.location.pathname).toBe('/editor');
});

test('offers an inactive plan again, or the plans without one', async () => {
  const inactive = { ...aCompany, subscription_status: 'inactive' as const };
  const { history } = await show({ company: inactive }, aPlan({}));
  await userEvent.click(await screen.findByRole('button', { name: 'Subscribe Now' }));
  expect(history.location.pathname).toBe('/subscription-plans');
  cleanup();
  const { history: other } = await show({ company: inactive }, null);
  await userEvent.click(await screen.findByRole('button', { name: 'View Plans' }));
  expect(other.location.pathname).toBe('/subscription-plans');
});

test.each([
  [{ past_due_until: '2027-01-08T12:00:00.000Z' }, 'Update your card by Jan 8, 2027 to keep Professional.'],
  [{ renews: false }, 'Professional ends on Mar 4, 2027.'],
  [{ next_plan: aPlan({}) }, 'Professional changes to Starter on Mar 4, 2027.'],
])('shows what a plan needs: %j', async (changes, text) => {
  const paid = { ends_at: '2027-03-04T12:00:00.000Z', renews: true, paid: true, ...changes };
  await show({ company: aCompany }, aPlan({ name: 'Professional', price: 49 }), paid);
  expect((await screen.findByRole('alert')).textContent).toContain(text);
});

test('shows an interviewer their own name and nothing of the company account', async () => {
  const user = { id: 'u-1', name: 'Maya', email: 'maya@example.com', role: 'interviewer' as const };
  await show({ company: aCompany, user }, aPlan({}));
  expect(await screen.findByText('Welcome back, Maya!')).toBeTruthy();
  expect(await screen.findByText('7 of 20 interviews this month')).toBeTruthy();
  for (const name of [/Manage Interviewers/, /Edit Profile/, /Change Plan/, /Choose a Plan/]) {
    expect(screen.queryByRole('button', { name })).toBeNull();
  }
});

test('logs a subscription that fails to load, without a notice', async () => {
  const warn = vi.spyOn(console, 'warn').mockReturnValue();
  localStorage.setItem('token', 'account-token');
  localStorage.setItem('company', JSON.stringify(aCompany));
  serveApi({
    'GET /api/user': { company: aCompany },
    'GET /api/subscriptions/current': { status: 500, body: {} },
    ...noInterviews,
  });
  await renderScreen(<DashboardScreen />);
  await waitFor(() => expect(warn).toHaveBeenCalledWith('Current subscription failed to load', expect.anything()));
  expect(screen.getByText('Welcome back, Analytical Engines!')).toBeTruthy();
  expect(screen.queryByRole('alert')).toBeNull();
  expect((await screen.findByText('Total Sessions')).parentElement?.textContent).toBe('Total Sessions–All time');
});

test('leads back to a running interview after the plan ended', async () => {
  localStorage.setItem('token', 'account-token');
  const company = { ...aCompany, subscription_status: 'inactive' as const };
  localStorage.setItem('company', JSON.stringify(company));
  const running = anInterview({ status: 'active', candidate_name: 'Ada', room_code: 'private-room-abc123def' });
  serveApi({
    'GET /api/user': { company },
    'GET /api/subscriptions/current': { subscription: null, usage: aUsage, card_payments: 'on' },
    'GET /api/interview-sessions?status=active': { data: [running], current_page: 1, last_page: 1, total: 1 },
  });
  const { history } = await renderScreen(<DashboardScreen />);
  const live = within(await screen.findByRole('region', { name: 'Live now' }));
  expect([/^Start Interview/, /^View Sessions/, /^Manage Interviewers/].map(isLocked)).toEqual([true, true, true]);
  await userEvent.click(live.getByRole('link', { name: 'Join the session with Ada' }));
  expect(history.location.href).toBe('/editor?room=private-room-abc123def');
});

test('offers the running interview at the limit of the plan', async () => {
  localStorage.setItem('token', 'account-token');
  localStorage.setItem('company', JSON.stringify(aCompany));
  const running = anInterview({ status: 'active', candidate_name: 'Ada', room_code: 'private-room-abc123def' });
  const usage = { ...aUsage, concurrent_sessions: 1 };
  serveApi({
    'GET /api/user': { company: aCompany },
    'GET /api/subscriptions/current': { subscription: aSubscription(aPlan({})), usage, card_payments: 'on' },
    ...noInterviews,
    'GET /api/interview-sessions?status=active': { data: [running], current_page: 1, last_page: 1, total: 1 },
  });
  const { history } = await renderScreen(<DashboardScreen />);
  const start = await screen.findByRole('button', { name: /^Start Interview.*Interview with Ada is running/ });
  await userEvent.click(start);
  expect((await screen.findByRole('alert')).textContent).toContain('Rejoin it, or end it before you start another.');
  expect(history.location.href).toBe('/');
  expect(screen.getByRole('link', { name: 'View plans' }).getAttribute('href')).toBe('/subscription-plans');
  await userEvent.click(screen.getByRole('link', { name: 'Rejoin' }));
  expect(history.location.href).toBe('/editor?room=private-room-abc123def');
});

test.each([
  [
    'the month’s last interview',
    1,
    { interviews_this_month: 20 },
    /^All 20 interviews .* used\. A larger plan allows more\./,
  ],
  ['several running ones', 2, { concurrent_sessions: 2 }, /^2 interviews running.*Rejoin one, or end one before/],
])('names the way on at the limit of %s', async (_limit, count, used, text) => {
  localStorage.setItem('token', 'account-token');
  localStorage.setItem('company', JSON.stringify(aCompany));
  const data = Array.from({ length: count }, (_room, index) =>
    anInterview({ id: `i-${String(index)}`, status: 'active' }),
  );
  const plan = aPlan({ max_interviews_per_month: 20, max_concurrent_sessions: 2 });
  serveApi({
    'GET /api/user': { company: aCompany },
    'GET /api/subscriptions/current': {
      subscription: aSubscription(plan),
      usage: { ...aUsage, concurrent_sessions: count, ...used },
      card_payments: 'on',
    },
    ...noInterviews,
    'GET /api/interview-sessions?status=active': { data, current_page: 1, last_page: 1, total: count },
  });
  await renderScreen(<DashboardScreen />);
  await userEvent.click(await screen.findByRole('button', { name: /^Start Interview.*(used|running)/ }));
  const alert = await screen.findByRole('alert');
  expect(alert.textContent).toMatch(text);
  expect(within(alert).queryByRole('link', { name: 'Rejoin' }) !== null).toBe(count > 1);
});

test('lists running, next and last interviews, however old', async () => {
  localStorage.setItem('token', 'account-token');
  localStorage.setItem('company', JSON.stringify(aCompany));
  const planned = (name: string, scheduled_at: string) =>
    anInterview({ id: name, status: 'scheduled', candidate_name: name, scheduled_at, started_at: null });
  const past = ['One', 'Two', 'Three', 'Four'].map((name) =>
    anInterview({ id: name, status: 'completed', candidate_name: name }),
  );
  const list = { current_page: 1, last_page: 1, total: 4 };
  const [sooner, later] = ['Sooner', 'Later'].map((name) => planned(name, '2026-12-01T10:00:00.000Z'));
  serveApi({
    'GET /api/user': { company: aCompany },
    // The newest page has none of them.
    'GET /api/interview-sessions?page=1': { ...list, data: [planned('Far', '2027-12-01T10:00:00.000Z')] },
    'GET /api/interview-sessions?status=active': {
      ...list,
      data: [anInterview({ status: 'active', candidate_name: 'Now' })],
    },
    'GET /api/interview-sessions?upcoming=true': { ...list, data: [sooner, later] },
    'GET /api/interview-sessions?page=1&status=completed': { ...list, data: past },
    'GET /api/scorecards?interviews=One%2CThree%2CTwo': {
      data: [{ interview_id: 'Two', own: null, expected: 2, submitted: 2, decision: null }],
    },
  });
  await renderScreen(<DashboardScreen />);
  const namesIn = (title: string) =>
    within(screen.getByRole('region', { name: title }))
      .getAllByRole('listitem')
      .map((row) => row.querySelector('a')?.textContent);
  await screen.findByText('Sooner');
  expect(namesIn('Live now')).toEqual(['Now']);
  expect(namesIn('Next')).toEqual(['Sooner', 'Later']);
  expect(namesIn('Recent')).toEqual(['One', 'Two', 'Three']);
  const scorecards = await screen.findByText('2 of 2 scorecards');
  expect(scorecards.closest('li')?.querySelector('a')?.textContent).toBe('Two');
  // Planned interviews have a link to send, past ones do not.
  expect(screen.getAllByRole('button', { name: 'Copy link' })).toHaveLength(2);
  expect(screen.getByRole('link', { name: 'All sessions' }).getAttribute('href')).toBe('/sessions');
});

interface FirstHour {
  sessions?: number;
  questions?: number;
  account?: Account;
}

/** Opens the dashboard of a company with this much work and no colleagues. */
async function showFirstHour({ sessions = 0, questions = 0, account = { company: aCompany } }: FirstHour) {
  localStorage.setItem('token', 'account-token');
  localStorage.setItem('company', JSON.stringify(account.company));
  const list = (total: number) => ({ data: [], current_page: 1, last_page: 1, total });
  const usage = { concurrent_sessions: 0, interviews_this_month: 0, interviewers: 0 };
  serveApi({
    'GET /api/user': account,
    'GET /api/subscriptions/current': { subscription: aSubscription(aPlan({})), usage, card_payments: 'on' },
    'GET /api/interview-sessions?page=1': list(sessions),
    'GET /api/questions?page=1': list(questions),
  });
  const shown = await renderScreen(<DashboardScreen />);
  // Below the steps, and after them.
  await screen.findByText('Total Sessions');
  return shown;
}

const steps = () => {
  const list = screen.queryByRole('region', { name: 'First steps' });
  return (
    list &&
    within(list)
      .getAllByRole('link')
      .map((link) => link.firstChild?.textContent)
  );
};

test('offers a new company the first steps that it has not done', async () => {
  const { history } = await showFirstHour({});
  expect(steps()).toEqual(['Try a room with yourself', 'Add a question', 'Invite a colleague']);
  await userEvent.click(screen.getByRole('link', { name: /^Try a room/ }));
  expect(history.location.pathname).toBe('/editor');
  cleanup();
  await showFirstHour({ sessions: 1, questions: 24 });
  expect(steps()).toEqual(['Invite a colleague']);
});

test('hides a skipped step for good, and moves the focus to the next', async () => {
  await showFirstHour({});
  await userEvent.click(screen.getByRole('button', { name: 'Skip this step: Add a question' }));
  expect(steps()).toEqual(['Try a room with yourself', 'Invite a colleague']);
  expect(document.activeElement?.textContent).toContain('Invite a colleague');
  cleanup();
  await showFirstHour({});
  expect(steps()).toEqual(['Try a room with yourself', 'Invite a colleague']);
  await userEvent.click(screen.getByRole('button', { name: 'Skip this step: Invite a colleague' }));
  await userEvent.click(screen.getByRole('button', { name: 'Skip this step: Try a room with yourself' }));
  expect(steps()).toBeNull();
  expect(document.activeElement).toBe(screen.getByRole('main'));
});

test('offers no first steps to a company that has worked, has no plan, or to who does not manage it', async () => {
  await showFirstHour({ sessions: 3 });
  expect(steps()).toBeNull();
  cleanup();
  await showFirstHour({ account: { company: { ...aCompany, subscription_status: 'inactive' } } });
  expect(steps()).toBeNull();
  cleanup();
  const user = { id: 'u-1', name: 'Maya', email: 'maya@example.com', role: 'interviewer' as const };
  await showFirstHour({ account: { company: aCompany, user } });
  expect(steps()).toBeNull();
});

test('shows that sessions could not be loaded, and loads them again', async () => {
  localStorage.setItem('token', 'account-token');
  localStorage.setItem('company', JSON.stringify(aCompany));
  let answer: object = { status: 500, body: {} };
  serveApi({
    'GET /api/user': { company: aCompany },
    ...noInterviews,
    'GET /api/interview-sessions?status=active': () => answer,
  });
  await renderScreen(<DashboardScreen />);
  expect(await screen.findByText('Failed to load sessions')).toBeTruthy();
  answer = { ...noList, data: [anInterview({ status: 'active', candidate_name: 'Ada Lovelace' })], total: 1 };
  await userEvent.click(screen.getByRole('button', { name: 'Try again' }));
  expect(await screen.findByText('Ada Lovelace')).toBeTruthy();
  expect(screen.queryByText('Failed to load sessions')).toBeNull();
});
