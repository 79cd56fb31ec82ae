import type { Subscription } from '@cip/contracts/billing/billing';
import { fireEvent, screen, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { rememberChosenPlan } from '../../shared/device/chosen-plan.ts';
import { go } from '../../shared/device/location.ts';
import { aCompany, aPlan, aSubscription, aUsage } from '../../testing/examples.ts';
import { serveApi, stallApi } from '../../testing/fake-api.ts';
import { renderScreen } from '../../testing/render-screen.tsx';
import { PlansScreen } from './PlansScreen.tsx';
// Compiled before a test waits for it, because the screen loads it late.
import './ChangeDialog.tsx';
import './CheckoutReturn.tsx';

vi.mock('../../shared/device/location.ts', () => ({ go: vi.fn<(address: string) => void>() }));

const plans = [aPlan({ id: 'free', name: 'Starter' }), aPlan({ id: 'paid', name: 'Professional', price: 49 })];
/** The URL belongs to the route, which is tested beside the router. */
const read = () => undefined;
const CURRENT = 'GET /api/subscriptions/current';
const account = {
  'GET /api/user': { company: aCompany },
  [CURRENT]: { subscription: null, usage: aUsage, card_payments: 'on' },
};

beforeEach(() => {
  localStorage.setItem('token', 'account-token');
  localStorage.setItem('company', JSON.stringify(aCompany));
});
afterEach(() => {
  vi.clearAllMocks();
  localStorage.clear();
  vi.unstubAllGlobals();
  vi.useRealTimers();
});

const subscribeTo = async (name: string) => {
  const plan = await screen.findByRole('article', { name });
  await userEvent.click(within(plan).getByRole('button', { name: 'Subscribe' }));
};

test('reads the plans from a bare array and from an envelope', async () => {
  serveApi({ ...account, 'GET /api/subscription-plans': { plans } });
  await renderScreen(<PlansScreen checkout={undefined} onCheckoutRead={read} />);
  const starter = within(await screen.findByRole('article', { name: 'Starter' }));
  expect(starter.getByText('Up to 1 interviewer')).toBeTruthy();
  expect(starter.getByText('20 interviews/month')).toBeTruthy();
  expect(starter.getByText('No review links or files')).toBeTruthy();
  expect(starter.getByText('No card needed')).toBeTruthy();
  expect(within(screen.getByRole('article', { name: 'Professional' })).getByText('POPULAR')).toBeTruthy();
});

test('continues with the plan that was chosen on the landing page', async () => {
  const [, professional] = plans;
  rememberChosenPlan(professional?.id ?? '');
  const none = { 'GET /api/subscriptions/current': { subscription: null, usage: aUsage, card_payments: 'on' } };
  serveApi({ ...account, ...none, 'GET /api/subscription-plans': plans });
  await renderScreen(<PlansScreen checkout={undefined} onCheckoutRead={read} />);
  expect(await screen.findByText(/^You chose Professional\./)).toBeTruthy();
  sessionStorage.clear();
});

test('shows the legal links under the plans', async () => {
  serveApi({ ...account, 'GET /api/subscription-plans': plans });
  await renderScreen(<PlansScreen checkout={undefined} onCheckoutRead={read} />);
  const footer = within(await screen.findByRole('contentinfo'));
  expect(footer.getAllByRole('link').map((link) => [link.textContent, link.getAttribute('href')])).toEqual([
    ['Privacy', '/privacy'],
    ['Terms', '/terms'],
    ['Contact', 'mailto:support@localhost'],
  ]);
});

test('leads a company without a plan to the free one', async () => {
  serveApi({ ...account, 'GET /api/subscription-plans': plans });
  await renderScreen(<PlansScreen checkout={undefined} onCheckoutRead={read} />);
  const lookOf = (name: string) =>
    within(screen.getByRole('article', { name })).getByRole('button', { name: 'Subscribe' }).className;
  await screen.findByRole('article', { name: 'Starter' });
  expect(lookOf('Starter')).toContain('variantSolid');
  expect(lookOf('Professional')).not.toContain('variantSolid');
});

test('subscribes to a free plan and opens the dashboard', async () => {
  const calls = serveApi({ ...account, 'GET /api/subscription-plans': plans, 'POST /api/subscriptions/subscribe': {} });
  const { history } = await renderScreen(<PlansScreen checkout={undefined} onCheckoutRead={read} />);
  await subscribeTo('Starter');
  await vi.waitFor(() => expect(history.location.pathname).toBe('/dashboard'));
  const made = calls.map(({ call }) => call);
  expect(made.slice(made.indexOf('POST /api/subscriptions/subscribe') + 1)).toContain('GET /api/user');
});

/** Subscribes to a paid plan until the browser leaves for its checkout. */
async function leaveForCheckout(): Promise<void> {
  serveApi({
    ...account,
    'GET /api/subscription-plans': plans,
    'POST /api/stripe/checkout': { url: 'https://checkout.example/1' },
  });
  await renderScreen(<PlansScreen checkout={undefined} onCheckoutRead={read} />);
  await subscribeTo('Professional');
  await vi.waitFor(() => expect(go).toHaveBeenCalledWith('https://checkout.example/1'));
}

test('disables every button while leaving for the checkout of a paid plan', async () => {
  await leaveForCheckout();
  expect(screen.getByRole('button', { name: 'Subscribing...' }).hasAttribute('disabled')).toBe(true);
  expect(screen.getByRole('button', { name: 'Subscribe' }).hasAttribute('disabled')).toBe(true);
});

test('enables the buttons after a return through the back/forward cache', async () => {
  await leaveForCheckout();
  fireEvent(window, new PageTransitionEvent('pageshow', { persisted: false }));
  expect(screen.getByRole('button', { name: 'Subscribing...' })).toBeTruthy();
  fireEvent(window, new PageTransitionEvent('pageshow', { persisted: true }));
  for (const button of screen.getAllByRole('button', { name: 'Subscribe' }))
    expect(button.hasAttribute('disabled')).toBe(false);
  expect(screen.queryByRole('button', { name: 'Subscribing...' })).toBeNull();
});

test('shows an alert for plans that fail to load, with a retry', async () => {
  let answer: object = { status: 500, body: {} };
  serveApi({ ...account, 'GET /api/subscription-plans': () => answer });
  await renderScreen(<PlansScreen checkout={undefined} onCheckoutRead={read} />);
  const alert = await screen.findByRole('alert');
  expect(within(alert).getByText('Failed to load subscription plans')).toBeTruthy();
  answer = plans;
  await userEvent.click(within(alert).getByRole('button', { name: 'Try again' }));
  expect(await screen.findByRole('article', { name: 'Starter' })).toBeTruthy();
  expect(screen.queryByRole('alert')).toBeNull();
});

test('shows a cancelled checkout and stays', async () => {
  serveApi({ ...account, 'GET /api/subscription-plans': plans });
  await renderScreen(<PlansScreen checkout="cancelled" onCheckoutRead={read} />);
  expect((await screen.findByRole('alert')).textContent).toBe(
    'Checkout cancelled. You can try again or choose another plan.',
  );
});

test.each(['Starter', 'Professional'])('advises a retry after a failed subscription to %s', async (name) => {
  const failed = { status: 500, body: {} };
  serveApi({
    ...account,
    'GET /api/subscription-plans': plans,
    'POST /api/subscriptions/subscribe': failed,
    'POST /api/stripe/checkout': failed,
  });
  await renderScreen(<PlansScreen checkout={undefined} onCheckoutRead={read} />);
  await subscribeTo(name);
  expect((await screen.findByRole('alert')).textContent).toBe('Failed to subscribe. Please try again.');
});

test('shows why a subscription was refused, which can be repeated', async () => {
  serveApi({ ...account, 'GET /api/subscription-plans': plans });
  await renderScreen(<PlansScreen checkout={undefined} onCheckoutRead={read} />);
  await subscribeTo('Starter');
  expect((await screen.findByRole('alert')).textContent).toContain('Not found');
  expect(screen.getAllByRole('button', { name: 'Subscribe' })).toHaveLength(2);
});

const PAID_TEXT = 'Subscription activated successfully, you will be redirected to the dashboard in 3 seconds';

test('opens the dashboard three seconds after the server confirms the checkout', async () => {
  const calls = serveApi({
    ...account,
    'GET /api/subscription-plans': plans,
    'POST /api/stripe/checkout/confirm': { outcome: 'paid', subscription: null },
  });
  vi.useFakeTimers({ shouldAdvanceTime: true });
  const { history } = await renderScreen(<PlansScreen checkout="success" onCheckoutRead={read} />);
  expect(await screen.findByText(PAID_TEXT)).toBeTruthy();
  expect(calls.filter(({ call }) => call === 'GET /api/user').length).toBeGreaterThan(1);
  expect(history.location.pathname).toBe('/');
  await vi.advanceTimersByTimeAsync(3_000);
  expect(history.location.pathname).toBe('/dashboard');
});

test('activates nothing by a URL alone', async () => {
  const nothing = { outcome: 'none', subscription: null };
  serveApi({
    ...account,
    'GET /api/subscription-plans': plans,
    'POST /api/stripe/checkout/confirm': nothing,
  });
  await renderScreen(<PlansScreen checkout="success" onCheckoutRead={read} />);
  expect(await screen.findByText('No payment was found. Please choose your plan.')).toBeTruthy();
});

test('polls until a slow payment arrives', async () => {
  let asked = 0;
  serveApi({
    ...account,
    'GET /api/subscription-plans': plans,
    'POST /api/stripe/checkout/confirm': () => ({ outcome: ++asked > 2 ? 'paid' : 'pending', subscription: null }),
  });
  vi.useFakeTimers({ shouldAdvanceTime: true });
  await renderScreen(<PlansScreen checkout="success" onCheckoutRead={read} />);
  expect(await screen.findByText('Confirming your payment…')).toBeTruthy();
  await vi.advanceTimersByTimeAsync(4_000);
  expect(await screen.findByText(PAID_TEXT)).toBeTruthy();
});

test('retries a payment whose status could not be loaded', async () => {
  vi.spyOn(console, 'warn').mockReturnValue();
  const calls = serveApi({ ...account, 'GET /api/subscription-plans': plans });
  await renderScreen(<PlansScreen checkout="success" onCheckoutRead={read} />);
  await userEvent.click(await screen.findByRole('button', { name: 'Check again' }));
  await vi.waitFor(() =>
    expect(calls.filter(({ call }) => call === 'POST /api/stripe/checkout/confirm')).toHaveLength(2),
  );
});

const [free, paid] = [aPlan({ id: 'free', name: 'Starter' }), aPlan({ id: 'paid', name: 'Professional', price: 49 })];
const period = { ends_at: '2027-03-04T12:00:00.000Z', renews: true, paid: true };

function showOn(subscription: Subscription, answers: Parameters<typeof serveApi>[0] = {}, card_payments = 'on') {
  const current = { subscription, usage: aUsage, card_payments };
  const all = { ...account, 'GET /api/subscription-plans': plans, 'GET /api/subscriptions/current': current };
  const calls = serveApi({ ...all, ...answers });
  return renderScreen(<PlansScreen checkout={undefined} onCheckoutRead={read} />).then(() => calls);
}

test('shows the current plan with usage, without offering it', async () => {
  await showOn(aSubscription(paid, period));
  const current = within(await screen.findByRole('region', { name: 'Current plan' }));
  expect(current.getByText('ACTIVE')).toBeTruthy();
  expect(current.getByText('$49 per month, renews on Mar 4, 2027')).toBeTruthy();
  expect(current.getByText('7 of 20 interviews this month')).toBeTruthy();
  const card = within(await screen.findByRole('article', { name: 'Professional' }));
  expect(card.getByRole('button', { name: 'Current plan' }).hasAttribute('disabled')).toBe(true);
});

test('shows the consequences of a plan change before it is made', async () => {
  const calls = await showOn(aSubscription(paid, period), { 'POST /api/subscriptions/subscribe': {} });
  await screen.findByRole('region', { name: 'Current plan' });
  await subscribeTo('Starter');
  const dialog = within(await screen.findByRole('dialog', { name: 'Change to Starter?' }));
  expect(
    dialog.getByText(/You’ll keep Professional until Mar 4, 2027 \(already paid\), then move to Starter/),
  ).toBeTruthy();
  expect(calls.some(({ call }) => call.startsWith('POST'))).toBe(false);
  await userEvent.click(dialog.getByRole('button', { name: 'Change plan' }));
  await vi.waitFor(() => expect(calls.some(({ call }) => call === 'POST /api/subscriptions/subscribe')).toBe(true));
});

test('confirms a change of a paid plan whose state arrives late', async () => {
  const current = { subscription: aSubscription(free, period), usage: aUsage, card_payments: 'on' };
  let answer: object = { status: 500, body: {} };
  const calls = serveApi({
    ...account,
    'GET /api/subscription-plans': plans,
    [CURRENT]: () => answer,
    'POST /api/stripe/checkout': { url: 'https://checkout.example/1' },
  });
  const isOffered = async () => {
    const plan = within(await screen.findByRole('article', { name: 'Professional' }));
    return !plan.getByRole('button', { name: 'Subscribe' }).hasAttribute('disabled');
  };
  const reply = stallApi('GET', '/api/subscriptions/current');
  await renderScreen(<PlansScreen checkout={undefined} onCheckoutRead={read} />);
  expect(await isOffered()).toBe(false);
  reply();
  const alert = within(await screen.findByRole('alert'));
  expect(alert.getByText('Failed to load your current plan')).toBeTruthy();
  expect(await isOffered()).toBe(false);
  answer = current;
  await userEvent.click(alert.getByRole('button', { name: 'Try again' }));
  await screen.findByRole('region', { name: 'Current plan' });
  await subscribeTo('Professional');

  expect(await screen.findByRole('dialog', { name: 'Change to Professional?' })).toBeTruthy();
  expect(screen.queryByRole('alert')).toBeNull();
  expect(calls.some(({ call }) => call.startsWith('POST'))).toBe(false);
});

test('cancels a plan after a confirmation, and continues it', async () => {
  const calls = await showOn(aSubscription(paid, period), { 'POST /api/subscriptions/cancel': {} });
  await userEvent.click(await screen.findByRole('button', { name: 'Cancel plan' }));
  const question = within(await screen.findByRole('alertdialog', { name: 'Cancel Professional?' }));
  await userEvent.click(question.getByRole('button', { name: 'Cancel plan' }));
  await vi.waitFor(() => expect(calls.some(({ call }) => call === 'POST /api/subscriptions/cancel')).toBe(true));
});

test('continues a plan that ends, and shows why that was refused', async () => {
  const refused = { status: 409, body: { message: 'There is no paid plan at the moment.', code: 'conflict' } };
  await showOn(aSubscription(paid, { ...period, renews: false }), { 'POST /api/subscriptions/resume': refused });
  await userEvent.click(await screen.findByRole('button', { name: 'Keep Professional' }));
  expect(await screen.findByText('There is no paid plan at the moment.')).toBeTruthy();
});

test('opens the billing pages', async () => {
  await showOn(aSubscription(paid, period), { 'POST /api/stripe/portal': { url: 'https://billing.example/1' } });
  await userEvent.click(await screen.findByRole('button', { name: 'Manage billing' }));
  await vi.waitFor(() => expect(go).toHaveBeenCalledWith('https://billing.example/1'));
});

test('offers only the free plan on a server without card payments', async () => {
  await showOn(aSubscription(free, { status: 'cancelled' }), {}, 'off');
  expect(await screen.findByText(/Card payments are not set up on this server/)).toBeTruthy();
  const button = async (name: string) =>
    within(await screen.findByRole('article', { name })).getByRole('button', { name: 'Subscribe' });
  expect((await button('Professional')).hasAttribute('disabled')).toBe(true);
  expect((await button('Starter')).hasAttribute('disabled')).toBe(false);
});

test('shows an interviewer the plan and its usage, without actions', async () => {
  const user = { id: 'u-1', name: 'Maya', email: 'maya@example.com', role: 'interviewer' as const };
  const calls = await showOn(aSubscription(paid, period), { 'GET /api/user': { company: aCompany, user } });
  expect(await screen.findByText('7 of 20 interviews this month')).toBeTruthy();
  for (const name of ['Manage billing', 'Cancel plan']) expect(screen.queryByRole('button', { name })).toBeNull();
  expect(screen.getByRole('button', { name: 'Subscribe' }).hasAttribute('disabled')).toBe(true);
  expect(calls.some(({ call }) => call.startsWith('POST'))).toBe(false);
});
