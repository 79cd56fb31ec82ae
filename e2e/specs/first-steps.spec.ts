import { setTimeout } from 'node:timers/promises';
import { expect, test } from '../support/fixtures.ts';
import { layoutShift } from '../support/layout-shift.ts';
import { newCompany, registerOnFreePlan, startInterview } from '../support/steps.ts';

/** How long each reply takes, so that the dashboard is seen without it (ms). */
const SLOW_MS = 700;
/** The largest layout shift of the page while it loads. */
const SHIFT_MAX = 0.01;

test(
  'guides a new company through its first steps, and moves nothing while they load',
  { tag: '@long' },
  async ({ page }) => {
    await registerOnFreePlan(page, newCompany());
    const steps = page.getByRole('region', { name: 'First steps' });
    await page.route('**/api/**', async (route) => {
      await setTimeout(SLOW_MS);
      await route.continue();
    });
    await page.goto('/dashboard');
    await expect(steps.getByRole('link')).toHaveCount(3);
    await expect(page.getByText('Member Since')).toBeVisible();
    expect(await layoutShift(page)).toBeLessThan(SHIFT_MAX);
    await page.unroute('**/api/**');

    await steps.getByRole('link', { name: 'Add a question' }).click();
    await page.getByRole('button', { name: 'Add 30 questions' }).click();
    await expect(page.getByText('30 questions added.')).toBeVisible();
    await page.getByRole('link', { name: 'Dashboard' }).click();
    await expect(steps.getByRole('link')).toHaveCount(2);
    await startInterview(page);
    await page.goto('/dashboard');
    await expect(steps.getByRole('link')).toHaveCount(1);
    await steps.getByRole('button', { name: 'Skip this step: Invite a colleague' }).click();
    await expect(steps).toHaveCount(0);
    await page.reload();
    await expect(page.getByText('Member Since')).toBeVisible();
    await expect(steps).toHaveCount(0);
  },
);
