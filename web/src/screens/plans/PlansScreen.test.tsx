import { screen, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { go } from '../../shared/location.ts';
import { aCompany, aPlan } from '../../testing/examples.ts';
import { serveApi } from '../../testing/fake-api.ts';
import { renderScreen } from '../../testing/render-screen.tsx';
import { PlansScreen } from './PlansScreen.tsx';

vi.mock('../../shared/location.ts', () => ({ go: vi.fn<(address: string) => void>() }));

const plans = [aPlan({ id: 'free', name: 'Starter' }), aPlan({ id: 'paid', name: 'Professional', price: 49 })];
const account = { 'GET /api/user': { company: aCompany } };

beforeEach(() => {
  localStorage.setItem('token', 'account-token');
  localStorage.setItem('company', JSON.stringify(aCompany));
});
afterEach(() => {
  localStorage.clear();
  vi.unstubAllGlobals();
  vi.useRealTimers();
});

const subscribeTo = async (name: string) => {
  const plan = await screen.findByRole('article', { name });
  await userEvent.click(within(plan).getByRole('button', { name: 'Subscribe' }));
};

test('the plans are read from a bare array and from an envelope', async () => {
  serveApi({ ...account, 'GET /api/subscription-plans': { plans } });
  await renderScreen(<PlansScreen checkout={undefined} />);
  const starter = within(await screen.findByRole('article', { name: 'Starter' }));
  expect(starter.getByText('Up to 1 interviewer')).toBeTruthy();
  expect(starter.getByText('20 interviews/month')).toBeTruthy();
  expect(within(screen.getByRole('article', { name: 'Professional' })).getByText('POPULAR')).toBeTruthy();
});

test('a free plan subscribes and ends on the dashboard', async () => {
  const calls = serveApi({ ...account, 'GET /api/subscription-plans': plans, 'POST /api/subscriptions/subscribe': {} });
  const { history } = await renderScreen(<PlansScreen checkout={undefined} />);
  await subscribeTo('Starter');
  await vi.waitFor(() => expect(history.location.pathname).toBe('/dashboard'));
  expect(calls.map(({ call }) => call).slice(-2)).toEqual(['POST /api/subscriptions/subscribe', 'GET /api/user']);
});

test('a paid plan leaves for its checkout while every button is disabled', async () => {
  serveApi({
    ...account,
    'GET /api/subscription-plans': plans,
    'POST /api/stripe/checkout': { url: 'https://checkout.example/1' },
  });
  await renderScreen(<PlansScreen checkout={undefined} />);
  await subscribeTo('Professional');
  await vi.waitFor(() => expect(go).toHaveBeenCalledWith('https://checkout.example/1'));
  expect(screen.getByRole('button', { name: 'Subscribing...' }).hasAttribute('disabled')).toBe(true);
  expect(screen.getByRole('button', { name: 'Subscribe' }).hasAttribute('disabled')).toBe(true);
});

test('plans that do not load are an alert', async () => {
  serveApi({ ...account, 'GET /api/subscription-plans': { status: 500, body: {} } });
  await renderScreen(<PlansScreen checkout={undefined} />);
  expect((await screen.findByRole('alert')).textContent).toBe('Failed to load subscription plans');
});

test('a cancelled checkout says so and stays', async () => {
  serveApi({ ...account, 'GET /api/subscription-plans': plans });
  await renderScreen(<PlansScreen checkout="cancelled" />);
  expect((await screen.findByRole('alert')).textContent).toBe(
    'Checkout cancelled. You can try again or choose another plan.',
  );
});

test.each(['Starter', 'Professional'])(
  'a failed subscription to %s without a reason says to try again',
  async (name) => {
    const failed = { status: 500, body: {} };
    serveApi({
      ...account,
      'GET /api/subscription-plans': plans,
      'POST /api/subscriptions/subscribe': failed,
      'POST /api/stripe/checkout': failed,
    });
    await renderScreen(<PlansScreen checkout={undefined} />);
    await subscribeTo(name);
    expect((await screen.findByRole('alert')).textContent).toBe('Failed to subscribe. Please try again.');
  },
);

test('a refused subscription says why and can be repeated', async () => {
  serveApi({ ...account, 'GET /api/subscription-plans': plans });
  await renderScreen(<PlansScreen checkout={undefined} />);
  await subscribeTo('Starter');
  expect((await screen.findByRole('alert')).textContent).toContain('Not found');
  expect(screen.getAllByRole('button', { name: 'Subscribe' })).toHaveLength(2);
});

test('a successful checkout refreshes the company and goes to the dashboard after three seconds', async () => {
  const calls = serveApi({ ...account, 'GET /api/subscription-plans': plans });
  vi.useFakeTimers({ shouldAdvanceTime: true });
  const { history } = await renderScreen(<PlansScreen checkout="success" />);
  expect((await screen.findByRole('alert')).textContent).toContain(
    'Subscription activated successfully, you will be redirected to the dashboard in 3 seconds',
  );
  expect(calls.filter(({ call }) => call === 'GET /api/user').length).toBeGreaterThan(1);
  expect(history.location.pathname).toBe('/');
  await vi.advanceTimersByTimeAsync(3_000);
  expect(history.location.pathname).toBe('/dashboard');
});
