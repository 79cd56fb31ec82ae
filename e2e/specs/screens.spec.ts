import type { Page } from '@playwright/test';
import { expect, test } from '../support/fixtures.ts';
import { newCompany, registerOnFreePlan } from '../support/steps.ts';
import { violations } from '../support/accessibility.ts';

const PUBLIC = [
  { path: '/', heading: /interview/i },
  { path: '/login', heading: 'Login to Your Account' },
  { path: '/register', heading: 'Register Your Company' },
  { path: '/forgot-password', heading: 'Forgot Your Password?' },
  { path: '/reset-password', heading: 'Choose a New Password' },
  { path: '/undo-email-change', heading: 'Undo Your Email Change' },
  { path: '/verify-email', heading: 'Confirm Your Email' },
  { path: '/privacy', heading: 'Privacy' },
  { path: '/terms', heading: 'Terms' },
];
const SIGNED_IN = [
  { path: '/dashboard', heading: /^Welcome back/ },
  { path: '/subscription-plans', heading: 'Choose Your Plan' },
  { path: '/sessions', heading: 'Interview Sessions' },
  { path: '/interviewers', heading: /interviewers/i },
  { path: '/settings', heading: /settings/i },
];

for (const { path, heading } of PUBLIC)
  test(`${path} opens`, async ({ page, picture }) => {
    await page.goto(path);
    await expectScreen(page, heading);
    await picture(page, 'screen');
  });

test('an invalid field has the color of its error', async ({ page }) => {
  await page.goto('/login');
  await page.getByRole('button', { name: 'Login', exact: true }).click();
  const errorColor = await page.getByText('Email is required').evaluate((node) => getComputedStyle(node).color);
  const field = page.getByLabel('Email').locator('..');
  await expect(field).toHaveCSS('border-top-color', errorColor);
  await page.getByLabel('Email').fill('ada@example.com');
  await page.getByRole('button', { name: 'Login', exact: true }).click();
  await expect(field).not.toHaveCSS('border-top-color', errorColor);
});

test('every signed-in screen opens', async ({ page, picture }) => {
  await registerOnFreePlan(page, newCompany());
  for (const { path, heading } of SIGNED_IN)
    await test.step(path, async () => {
      await page.goto(path);
      await expectScreen(page, heading);
      await picture(page, path.slice(1));
    });
});

test('redirects an anonymous visitor to the login', async ({ page }) => {
  for (const { path } of SIGNED_IN) {
    await page.goto(path);
    await expect(page).toHaveURL(/\/login/);
  }
});

test('an unknown URL shows that the page does not exist', async ({ page, picture }) => {
  await page.goto('/no-such-page');
  await expect(page.getByRole('heading').first()).toBeVisible();
  await expect(page.getByText(/not found|does not exist|no page/i).first()).toBeVisible();
  await picture(page, 'screen');
});

/** Expects the screen's heading, no overflow, and no accessibility violations. */
async function expectScreen(page: Page, heading: string | RegExp): Promise<void> {
  await expect(page.getByRole('heading', { level: 1, name: heading })).toBeVisible();
  await page.waitForLoadState('networkidle');
  const overflow = () => page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
  expect(await overflow(), 'pixels beyond the right edge').toBeLessThanOrEqual(0);
  expect(await violations(page)).toEqual([]);
}
