import { expect, test } from '../support/fixtures.ts';

const HEADLINE = 'Conduct technical interviews in one shared editor';

test('the landing page paints without scripts, before the plans load', async ({ browser, baseURL, picture }) => {
  for (const colorScheme of ['light', 'dark'] as const) {
    const context = await browser.newContext({
      javaScriptEnabled: false,
      colorScheme,
      ...(baseURL && { baseURL }),
    });
    const page = await context.newPage();
    await page.goto('/');
    await expect(page.getByRole('heading', { level: 1, name: HEADLINE })).toBeVisible();
    await expect(page.getByRole('button', { name: 'Get Started Free' })).toBeVisible();
    await expect(page.getByText('Loading pricing plans...')).toBeVisible();
    await expect(page).toHaveTitle(/live technical interviews/);
    await expect(page.getByRole('figure')).toContainText('SELECT c.name, COUNT(*) AS orders');
    const paper = await page.evaluate(() => getComputedStyle(document.documentElement).backgroundColor);
    expect(paper).toBe(colorScheme === 'dark' ? 'rgb(19, 19, 17)' : 'rgb(251, 250, 247)');
    await picture(page, `without script, ${colorScheme}`);
    await context.close();
  }
});

test('the app hydrates the painted page', async ({ page, picture }) => {
  await page.addInitScript(() => {
    addEventListener('DOMContentLoaded', () => document.querySelector('h1')?.setAttribute('data-painted', 'true'));
  });
  await page.goto('/');
  await expect(page.getByText('per month').or(page.getByText('per year')).first()).toBeVisible();
  // The same element that the server sent: nothing was rendered again.
  await expect(page.locator('h1[data-painted]')).toHaveText(HEADLINE);
  await picture(page, 'with script');
  const icon = await page.request.get('/favicon.ico');
  expect([icon.status(), icon.headers()['content-type']]).toEqual([200, 'image/vnd.microsoft.icon']);
  await page.getByRole('button', { name: 'Sign In' }).click();
  await expect(page.getByRole('heading', { name: 'Login to Your Account' })).toBeVisible();
});
