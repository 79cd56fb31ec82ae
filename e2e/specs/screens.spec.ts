import { expect, test } from '../support/fixtures.ts';

const SIGNED_IN = ['/dashboard', '/subscription-plans', '/sessions', '/interviewers', '/settings'];

test('draws an invalid field in the color of its error', { tag: '@long' }, async ({ page }) => {
  await page.goto('/login');
  await page.getByRole('button', { name: 'Login', exact: true }).click();
  const errorColor = await page.getByText('Email is required').evaluate((node) => getComputedStyle(node).color);
  const field = page.getByLabel('Email').locator('..');
  await expect(field).toHaveCSS('border-top-color', errorColor);
  await page.getByLabel('Email').fill('ada@example.com');
  await page.getByRole('button', { name: 'Login', exact: true }).click();
  await expect(field).not.toHaveCSS('border-top-color', errorColor);
});

test('redirects an anonymous visitor to the login', { tag: '@long' }, async ({ page }) => {
  for (const path of SIGNED_IN) {
    await page.goto(path);
    await expect(page).toHaveURL(/\/login/);
  }
});
