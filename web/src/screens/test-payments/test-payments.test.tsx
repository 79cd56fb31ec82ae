import { fireEvent, screen, waitFor } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { go } from '../../shared/device/location.ts';
import { aCompany } from '../../testing/examples.ts';
import { serveApi } from '../../testing/fake-api.ts';
import { renderScreen } from '../../testing/render-screen.tsx';
import { TestCheckoutScreen } from './TestCheckoutScreen.tsx';
import { TestPortalScreen } from './TestPortalScreen.tsx';

vi.mock('../../shared/device/location.ts', () => ({ go: vi.fn<(address: string) => void>() }));

const account = { 'GET /api/user': { company: aCompany } };
const CHECKOUT = '/api/test-payments/checkouts/tcs_1';
const checkout = {
  plan: 'Professional',
  price: 49,
  billing_cycle: 'monthly',
  status: 'open',
  success_url: 'http://localhost/subscription-plans?checkout=success',
  cancel_url: 'http://localhost/subscription-plans?checkout=cancelled',
};
const portal = {
  card: 'works',
  subscription: {
    plan: 'Professional',
    price: 49,
    billing_cycle: 'monthly',
    status: 'active',
    period_ends_at: '2027-03-04T12:00:00.000Z',
    ends_at: null,
  },
  invoices: [{ id: 'test-0001', at: '2027-02-04T12:00:00.000Z', text: 'Professional', amount: 49, paid: true }],
};

beforeEach(() => {
  localStorage.setItem('token', 'account-token');
  localStorage.setItem('company', JSON.stringify(aCompany));
});
afterEach(() => {
  vi.clearAllMocks();
  localStorage.clear();
  vi.unstubAllGlobals();
});

test('pays a checkout, marked as a test, and leaves for its success page', async () => {
  const calls = serveApi({ ...account, [`GET ${CHECKOUT}`]: { checkout }, [`POST ${CHECKOUT}`]: { checkout } });
  await renderScreen(<TestCheckoutScreen id="tcs_1" />);
  await userEvent.click(await screen.findByRole('button', { name: 'Pay $49' }));
  await waitFor(() => expect(go).toHaveBeenCalledWith(checkout.success_url));
  expect(screen.getByText(/No money moves/)).toBeTruthy();
  expect(calls.at(-1)?.body).toEqual({ card: 'works' });
});

test('disables paying while it leaves for the success page', async () => {
  serveApi({ ...account, [`GET ${CHECKOUT}`]: { checkout }, [`POST ${CHECKOUT}`]: { checkout } });
  await renderScreen(<TestCheckoutScreen id="tcs_1" />);
  await userEvent.click(await screen.findByRole('button', { name: 'Pay $49' }));
  await waitFor(() => expect(go).toHaveBeenCalledWith(checkout.success_url));
  expect(screen.getByRole('button', { name: 'Paying...' }).hasAttribute('disabled')).toBe(true);
  fireEvent(window, new PageTransitionEvent('pageshow', { persisted: true }));
  expect(screen.getByRole('button', { name: 'Pay $49' }).hasAttribute('disabled')).toBe(false);
});

test('shows a declined card, and the checkout stays open', async () => {
  const declined = { status: 402, body: { message: 'The test card was declined.', code: 'payment_failed' } };
  serveApi({ ...account, [`GET ${CHECKOUT}`]: { checkout }, [`POST ${CHECKOUT}`]: declined });
  await renderScreen(<TestCheckoutScreen id="tcs_1" />);
  await userEvent.click(await screen.findByRole('button', { name: 'Pay with a card that is declined' }));
  expect((await screen.findByRole('alert')).textContent).toBe('The test card was declined.');
  await userEvent.click(screen.getByRole('button', { name: 'Cancel' }));
  expect(go).toHaveBeenCalledWith(checkout.cancel_url);
});

test.each([
  ['complete', 'This checkout is paid.'],
  ['expired', 'This checkout is no longer open. Please choose your plan again.'],
])('links the way back from a %s checkout', async (status, text) => {
  serveApi({ ...account, [`GET ${CHECKOUT}`]: { checkout: { ...checkout, status } } });
  await renderScreen(<TestCheckoutScreen id="tcs_1" />);
  expect((await screen.findByRole('alert')).textContent).toBe(text);
  expect(screen.queryByRole('button', { name: 'Pay $49' })).toBeNull();
});

test('shows that a checkout does not exist', async () => {
  serveApi(account);
  await renderScreen(<TestCheckoutScreen id="tcs_1" />);
  expect((await screen.findByRole('alert')).textContent).toBe('Not found');
});

test('shows plan, card and invoices in the portal, with actions', async () => {
  const ended = { ...portal, subscription: { ...portal.subscription, ends_at: portal.subscription.period_ends_at } };
  const calls = serveApi({
    ...account,
    'GET /api/test-payments/portal': portal,
    'POST /api/test-payments/portal': ended,
  });
  await renderScreen(<TestPortalScreen />);
  expect(await screen.findByText('$49 per month, renews on Mar 4, 2027')).toBeTruthy();
  expect(screen.getByText('PAID')).toBeTruthy();
  await userEvent.click(screen.getByRole('button', { name: 'Cancel plan' }));
  expect(await screen.findByText('$49 per month, ends on Mar 4, 2027')).toBeTruthy();
  expect(calls.find(({ call }) => call.startsWith('POST'))?.body).toEqual({ action: 'cancel' });
});
