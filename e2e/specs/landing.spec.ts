import { expect, test } from '../support/fixtures.ts';

const HEADLINE = 'Conduct technical interviews in one shared editor';

test(
  'paints the landing page without scripts, before the plans load',
  { tag: '@long' },
  async ({ browser, baseURL, picture }) => {
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
  },
);

test('hydrates the painted landing page', async ({ page, picture }) => {
  await page.addInitScript(() => {
    addEventListener('DOMContentLoaded', () => document.querySelector('h1')?.setAttribute('data-painted', 'true'));
  });
  await page.goto('/');
  await expect(page.getByText('per month').or(page.getByText('per year')).first()).toBeVisible();
  // The same element that the server sent, so nothing was rendered again.
  await expect(page.locator('h1[data-painted]')).toHaveText(HEADLINE);
  await picture(page, 'with script');
  const icon = await page.request.get('/favicon.ico');
  expect([icon.status(), icon.headers()['content-type']]).toEqual([200, 'image/vnd.microsoft.icon']);
  await page.getByRole('button', { name: 'Sign In' }).click();
  await expect(page.getByRole('heading', { name: 'Login to Your Account' })).toBeVisible();
});

test('paints the landing page before it asks for the app, which then starts', { tag: '@long' }, async ({ page }) => {
  await page.goto('/');
  await expect(page.getByRole('article')).toHaveCount(3);
  const { painted, asked } = await page.evaluate(() => ({
    painted: performance.getEntriesByName('first-contentful-paint')[0]?.startTime ?? NaN,
    asked: performance
      .getEntriesByType('resource')
      .filter(({ name }) => /\/assets\/.*\.js$/.test(name))
      .map(({ startTime }) => startTime),
  }));
  expect(asked.length).toBeGreaterThan(3);
  expect(Math.min(...asked)).toBeGreaterThan(painted);
});

/** Height of the page on a phone (px): five screens. */
const PHONE_PAGE_MAX = 4_200;

test(
  'shows headline, next step and moving code on the first screen of a phone',
  { tag: '@long' },
  async ({ phone, picture }) => {
    await phone.goto('/');
    const bottomOf = async (selector: string) =>
      phone
        .locator(selector)
        .first()
        .evaluate((element) => element.getBoundingClientRect().bottom);
    for (const selector of ['h1', 'main [role=button]', 'figure pre'])
      expect(await bottomOf(selector)).toBeLessThan(844);
    await expect(phone.getByRole('article')).toHaveCount(3);
    expect(await phone.evaluate(() => document.documentElement.scrollHeight)).toBeLessThanOrEqual(PHONE_PAGE_MAX);
    await picture(phone, 'phone');
  },
);

test(
  'answers the visitor of the mock session, moves nothing around it, and stops its dots',
  { tag: '@long' },
  async ({ page }) => {
    await page.goto('/');
    await expect(page.getByRole('article')).toHaveCount(3);
    const mock = page.getByRole('figure');
    const height = (await mock.boundingBox())?.height;
    // Three whole dots, because their drawing repeats every 9 pixels.
    expect((await mock.locator('[data-moving]').boundingBox())?.width).toBe(27);
    const field = mock.getByRole('textbox');
    await field.fill('an index on customer_id');
    await field.press('Enter');
    await expect(mock).toContainText('-- Good. What does it cost on insert?');
    await expect(mock.locator('[data-moving=true]')).toHaveCount(0);
    expect((await mock.boundingBox())?.height).toBe(height);
  },
);

test(
  'previews the product for a link in a chat, and gives a browser the page itself',
  { tag: '@long' },
  async ({ request }) => {
    const preview = await (await request.get('/')).text();
    const picture = /property="og:image" content="([^"]*)"/.exec(preview)?.[1] ?? '';
    expect(new URL(picture).protocol).toMatch(/^https?:/);
    const image = await request.get(new URL(picture).pathname);
    expect([image.status(), image.headers()['content-type']]).toEqual([200, 'image/png']);
    const page = await (await request.get('/', { headers: { 'sec-fetch-mode': 'navigate' } })).text();
    expect(page).not.toContain('og:image');
    expect(page).toContain(HEADLINE);
  },
);
