import type { Page } from '@playwright/test';
import { expect } from '../support/fixtures.ts';
import { answer, FAILED, release } from './walkthrough.ts';
import type { Walkthrough } from './walkthrough.ts';

const button = (page: Page, name: string) => page.getByRole('button', { name });
const subscribeTo = (page: Page, plan: string) =>
  page.getByRole('article', { name: plan }).getByRole('button', { name: 'Subscribe' }).click();

type Here = (name: string) => Promise<void>;

/** A paid plan from its checkout to its end, on the test payment pages. */
export async function walkPlans({ world, open, screenshot, also }: Walkthrough): Promise<void> {
  const page = await open(await world.register('Jacquard & Söhne Webmaschinen'));
  const here = (name: string) => screenshot(name, page);
  await page.goto('/test-payments/billing');
  await expect(page.getByText('Nothing is being paid for.')).toBeVisible();
  await here('portal, nothing paid');
  await also(async () => {
    await page.goto('/test-payments/tcs_nothing_here');
    await expect(page.getByRole('alert')).toBeVisible();
    await here('checkout, not there');
  });
  await page.goto('/subscription-plans');
  await subscribeTo(page, 'Professional');
  await button(page, 'Pay with a card that is declined').click();
  await expect(page.getByRole('alert')).toBeVisible();
  await here('checkout, declined');
  const checkout = page.url();
  await button(page, 'Pay $49').click();
  await expect(page.getByText('Subscription activated successfully')).toBeVisible();
  await also(async () => {
    await page.goto(checkout);
    await expect(page.getByText('This checkout is paid.')).toBeVisible();
    await here('checkout, paid');
  });
  await changes(page, here, also);
  await also(() => billing(page, here));
}

async function changes(page: Page, here: Here, also: Walkthrough['also']): Promise<void> {
  await page.goto('/dashboard');
  await expect(page.getByText('0 of 5 running now')).toBeVisible();
  await here('dashboard, paid plan');
  await page.goto('/subscription-plans');
  await expect(page.getByRole('region', { name: 'Current plan' })).toBeVisible();
  await here('plans, paid plan');
  await subscribeTo(page, 'Enterprise');
  await expect(page.getByRole('dialog')).toBeVisible();
  await here('change plan');
  await button(page, 'Not now').click();
  await button(page, 'Cancel plan').click();
  await expect(page.getByRole('alertdialog')).toBeVisible();
  await here('cancel plan');
  await page.getByRole('alertdialog').getByRole('button', { name: 'Keep plan' }).click();
  await also(() => ends(page, here));
}

/** A plan that ends, is kept again, and changes at the end of the period. */
async function ends(page: Page, here: Here): Promise<void> {
  await button(page, 'Cancel plan').click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Cancel plan' }).click();
  await expect(page.getByText(/Professional ends on /)).toBeVisible();
  await here('plans, ending');
  await answer(page, { '/subscriptions/resume': FAILED, '/stripe/checkout/confirm': FAILED });
  await button(page, 'Keep Professional').click();
  await expect(page.getByText('Failed to keep the plan. Please try again.')).toBeVisible();
  await here('plans, failed to keep');
  await page.goto('/subscription-plans?checkout=success');
  await expect(button(page, 'Check again')).toBeVisible();
  await here('plans, checkout unknown');
  await release(page);
  await page.goto('/subscription-plans');
  await subscribeTo(page, 'Starter');
  await button(page, 'Change plan').click();
  await expect(page.getByText(/Professional changes to Starter on /)).toBeVisible();
  await page.goto('/subscription-plans');
  await expect(button(page, 'Keep Professional')).toBeVisible();
  await here('plans, changing');
  await button(page, 'Keep Professional').click();
  await expect(button(page, 'Cancel plan')).toBeVisible();
}

async function billing(page: Page, here: Here): Promise<void> {
  await page.goto('/subscription-plans');
  await button(page, 'Manage billing').click();
  await button(page, 'Use a card that is declined').click();
  await expect(button(page, 'Use a card that works')).toBeVisible();
  await button(page, 'Let the paid period end now').click();
  await expect(page.getByText('PAST DUE')).toBeVisible();
  await here('portal, past due');
  await page.goto('/dashboard');
  await expect(page.getByText(/Your last payment failed\./)).toBeVisible();
  await here('dashboard, past due');
  await answer(page, { '/stripe/portal': FAILED });
  await page.goto('/subscription-plans');
  await button(page, 'Update card').click();
  await expect(page.getByText('Failed to open the billing pages. Please try again.')).toBeVisible();
  await here('plans, past due');
  await release(page);
}
