import type { Page } from '@playwright/test';
import { expect, test } from '../support/fixtures.ts';
import { newCompany, registerOnFreePlan, registerCompany, startInterview } from '../support/steps.ts';

const SUCCESS = 'Subscription activated successfully, you will be redirected to the dashboard in 3 seconds';

const subscribeTo = (page: Page, plan: string) =>
  page.getByRole('article', { name: plan }).getByRole('button', { name: 'Subscribe' }).click();
const currentPlan = (page: Page) => page.getByRole('region', { name: 'Current plan' });

test('lets a company register, pay for a plan, use it, and cancel it', { tag: '@long' }, async ({ page, problems }) => {
  test.setTimeout(240_000);
  const company = newCompany();
  await registerCompany(page, company);
  await expect(page.getByText('Test mode: no money moves.')).toBeVisible();
  await subscribeTo(page, 'Professional');

  await test.step('a declined card changes nothing', async () => {
    await expect(page).toHaveURL(/\/test-payments\/tcs_/);
    await expect(page.getByText('No money moves, and no card is asked for.')).toBeVisible();
    await page.getByRole('button', { name: 'Pay with a card that is declined' }).click();
    await expect(page.getByRole('alert')).toHaveText('The test card was declined. Nothing was charged.');
    // The browser logs every 402.
    problems.splice(0);
  });

  await test.step('leaving and returning opens the same checkout', async () => {
    const checkout = page.url();
    await page.getByRole('button', { name: 'Cancel' }).click();
    await expect(page.getByText('Checkout cancelled. You can try again or choose another plan.')).toBeVisible();
    await subscribeTo(page, 'Professional');
    await expect(page).toHaveURL(checkout);
  });

  await test.step('paying leads to the dashboard', async () => {
    await page.getByRole('button', { name: 'Pay $49' }).click();
    await expect(page.getByText(SUCCESS)).toBeVisible();
    await expect(page.getByText(`Welcome back, ${company.name}!`)).toBeVisible();
    await expect(page.getByText('0 of 5 running now')).toBeVisible();
    await expect(page.getByText(/^Renewal: \w{3} \d/)).toBeVisible();
  });

  await test.step('shows the usage', async () => {
    await startInterview(page);
    await page.goto('/dashboard');
    await expect(page.getByText('1 of 5 running now')).toBeVisible();
    await expect(page.getByText('1 of 200 interviews this month')).toBeVisible();
  });

  await test.step('the plan is cancelled, and then continued', async () => {
    await page.goto('/subscription-plans');
    await expect(currentPlan(page)).toContainText('Professional');
    await page.getByRole('button', { name: 'Cancel plan' }).click();
    await page.getByRole('alertdialog').getByRole('button', { name: 'Cancel plan' }).click();
    await expect(page.getByText(/Professional ends on /)).toBeVisible();
    await page.getByRole('button', { name: 'Keep Professional' }).click();
    await expect(page.getByText(/Professional ends on /)).toBeHidden();
  });

  await test.step('a failed renewal shows what to do', async () => {
    await page.getByRole('button', { name: 'Manage billing' }).click();
    await expect(page).toHaveURL(/\/test-payments\/billing/);
    await page.getByRole('button', { name: 'Use a card that is declined' }).click();
    await page.getByRole('button', { name: 'Let the paid period end now' }).click();
    await expect(page.getByText('PAST DUE')).toBeVisible();
    await page.getByRole('button', { name: 'Back to the plans' }).click();
    await expect(page.getByText(/Your last payment failed\. Update your card by /)).toBeVisible();
    await page.getByRole('button', { name: 'Update card' }).click();
    await page.getByRole('button', { name: 'Use a card that works' }).click();
    await expect(page.getByText('ACTIVE')).toBeVisible();
  });

  await test.step('cancelling in the portal ends the plan, and the running interview continues', async () => {
    await page.getByRole('button', { name: 'Cancel plan' }).click();
    await expect(page.getByText(/ends on /)).toBeVisible();
    await page.getByRole('button', { name: 'Let the paid period end now' }).click();
    await expect(page.getByText('Nothing is being paid for.')).toBeVisible();
    await page.goto('/dashboard');
    await expect(page.getByText("You don't have an active subscription.", { exact: false })).toBeVisible();
    await expect(page.getByText('CANCELLED').first()).toBeVisible();
    await page.goto('/subscription-plans?checkout=success');
    await expect(page.getByText(SUCCESS)).toBeHidden();
  });
});

test(
  'charges a larger plan right away, and starts a smaller one at the end of the period',
  { tag: '@long' },
  async ({ page }) => {
    await registerOnFreePlan(page, newCompany());
    await page.goto('/subscription-plans');
    await expect(currentPlan(page)).toContainText('Starter');
    await subscribeTo(page, 'Professional');
    await page.getByRole('button', { name: 'Pay $49' }).click();
    await expect(page.getByText(/^Welcome back/)).toBeVisible();

    await page.goto('/subscription-plans');
    await expect(currentPlan(page)).toContainText('Professional');
    await subscribeTo(page, 'Enterprise');
    await expect(page.getByRole('dialog')).toContainText('We’ll charge the difference for this period');
    await page.getByRole('button', { name: 'Change plan' }).click();
    await expect(page.getByText(SUCCESS)).toBeVisible();
    await expect(page.getByText(/^Welcome back/)).toBeVisible();
    await expect(page.getByText('0 of 50 running now')).toBeVisible();

    await page.goto('/subscription-plans');
    await expect(currentPlan(page)).toContainText('Enterprise');
    await subscribeTo(page, 'Starter');
    await page.getByRole('button', { name: 'Change plan' }).click();
    await expect(page.getByText(/Enterprise changes to Starter on /)).toBeVisible();
    await page.goto('/subscription-plans');
    await expect(page.getByRole('button', { name: 'Keep Enterprise' })).toBeVisible();
  },
);
