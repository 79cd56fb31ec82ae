import { screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, expect, test, vi } from 'vitest';
import { chosenPlan } from '../../shared/device/chosen-plan.ts';
import { aPlan } from '../../testing/examples.ts';
import { serveApi } from '../../testing/fake-api.ts';
import { renderScreen } from '../../testing/render-screen.tsx';
import { Pricing } from './Pricing.tsx';

const PLANS = 'GET /api/subscription-plans';

afterEach(() => {
  sessionStorage.clear();
  vi.unstubAllGlobals();
});

test('logs plans that fail to load and still shows that they are loading', async () => {
  const warn = vi.spyOn(console, 'warn').mockReturnValue();
  serveApi({ [PLANS]: { status: 500, body: {} } });
  await renderScreen(<Pricing />);
  await waitFor(() => expect(warn).toHaveBeenCalledWith('Plans failed to load', expect.anything()));
  expect(screen.getByText('Loading pricing plans...')).toBeTruthy();
  expect(screen.queryByRole('alert')).toBeNull();
});

test('shows each plan’s price and features, and marks the popular one', async () => {
  serveApi({
    [PLANS]: [
      aPlan({ id: 'a', name: 'Starter' }),
      aPlan({
        id: 'b',
        name: 'Enterprise',
        price: 1_990,
        billing_cycle: 'yearly',
        max_concurrent_sessions: 50,
        features: { popular: true },
      }),
    ],
  });
  await renderScreen(<Pricing />);
  const enterprise = await screen.findByRole('article', { name: 'Enterprise' });
  for (const text of [
    'MOST POPULAR',
    '$1,990',
    'per year',
    'About $166 per month',
    '50 concurrent sessions',
    'Session history',
  ])
    expect(enterprise.textContent).toContain(text);
  const starter = screen.getByRole('article', { name: 'Starter' });
  expect(starter.textContent).not.toContain('MOST POPULAR');
  expect(within(starter).getByText('No card needed')).toBeTruthy();
  for (const text of [
    '1 concurrent session',
    'Up to 1 interviewer',
    '20 interviews/month',
    'Playback for 30 days',
    'No review links or files',
  ])
    expect(within(starter).getByText(text)).toBeTruthy();
});

test('remembers the plan whose button leads to the registration', async () => {
  serveApi({ [PLANS]: [aPlan({ id: 'a', name: 'Starter' }), aPlan({ id: 'b', name: 'Enterprise' })] });
  const { history } = await renderScreen(<Pricing />);
  const enterprise = await screen.findByRole('article', { name: 'Enterprise' });
  expect(chosenPlan()).toBeNull();
  await userEvent.click(within(enterprise).getByRole('button', { name: 'Get Started' }));
  expect(history.location.pathname).toBe('/register');
  expect(chosenPlan()).toBe('b');
});
