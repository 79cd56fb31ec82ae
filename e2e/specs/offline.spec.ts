import type { Page } from '@playwright/test';
import { devices } from '../../testkit/devices.ts';
import { expect, test } from '../support/fixtures.ts';
import { rowsOnDevice } from '../support/device-database.ts';
import { goOffline, whenEngineKept, whenKept, whenScreensKept } from '../support/installed.ts';
import { startOwnServer } from '../support/own-server.ts';
import { joinAsCandidate, newCompany, openInterview, registerOnFreePlan } from '../support/steps.ts';

test.use({
  serviceWorkers: 'allow',
  expectedProblems: /ERR_INTERNET_DISCONNECTED|ERR_FAILED|dynamically imported module|Unable to preload CSS/,
});

const strip = (page: Page) => page.getByRole('status').filter({ hasText: 'You are offline.' });

test(
  'opens every screen offline after one visit, with the last known data',
  { tag: '@long' },
  async ({ page, picture }) => {
    const company = newCompany();
    const roomCode = await openInterview(page, company);
    await page.getByRole('button', { name: 'Back to sessions' }).click();
    // The room shows its code too.
    await expect(page.getByRole('heading', { name: 'Interview Sessions' })).toBeVisible();
    await expect(page.getByText(roomCode)).toBeVisible();
    await page.goto('/dashboard');
    await expect(page.getByText('Renewal date').or(page.getByText('Welcome aboard!'))).toBeVisible();
    await page.waitForLoadState('networkidle');
    await whenScreensKept(page);
    await goOffline(page.context());

    await page.goto('/dashboard');
    await expect(page.getByText(`Welcome back, ${company.name}!`)).toBeVisible();
    await expect(strip(page)).toContainText(/Last updated \w+ \d+, \d{4}/);
    await expect(page.getByText('Total Sessions').locator('..')).toContainText('1');
    await expect(page.getByText('Starter').first()).toBeVisible();
    await picture(page, 'dashboard');

    await page.goto('/sessions');
    await expect(page.getByText(roomCode)).toBeVisible();
    await expect(strip(page)).toContainText('Last updated');
    await picture(page, 'sessions');

    await page.goto('/settings');
    await expect(page.getByLabel('Company Name').or(page.getByLabel('Name')).first()).toHaveValue(company.name);
    await expect(strip(page)).toContainText('Last updated');

    for (const [path, heading] of [
      ['/subscription-plans', 'Choose Your Plan'],
      ['/interviewers', /interviewers/i],
      ['/no-such-page', /not found|no page/i],
      ['/', /interview/i],
    ] as const) {
      await page.goto(path);
      await expect(page.getByRole('heading', { level: 1, name: heading }), path).toBeVisible();
    }
    // If a screen needs a server, it is not cached, and shows that.
    for (const path of [
      '/register',
      '/forgot-password',
      '/reset-password',
      '/undo-email-change',
      '/verify-email',
      '/test-payments/billing',
      '/terms',
      '/privacy',
    ]) {
      await page.goto(path);
      await expect(page.getByRole('heading', { level: 1, name: 'You are offline' }), path).toBeVisible();
    }
    await picture(page, 'not kept');
    await page.context().setOffline(false);
    await expect(page.getByRole('heading', { level: 1, name: 'Privacy' })).toBeVisible();
    await goOffline(page.context());
    await page.goto('/interviewers');
    await expect(page.getByText('Not available offline.')).toBeVisible();

    await page.goto('/editor');
    await expect(page.getByRole('heading', { name: 'You are offline' })).toBeVisible();
    await picture(page, 'editor');
    await page.goto('/editor?room=private-room-000000000');
    await expect(page.getByText('This interview opens automatically')).toBeVisible();
    // A room that was open here.
    await page.goto(`/editor?room=${roomCode}`);
    await expect(page.getByText('Disconnected', { exact: true })).toBeVisible();

    await page.context().setOffline(false);
    await expect(page.getByText('Connected', { exact: true })).toBeVisible({ timeout: 30_000 });
  },
);

test('opens a page whose files fail again after a reload once they load', { tag: '@long' }, async ({ page }) => {
  let isFailing = true;
  await page.context().route('**/assets/online/**', (route) => (isFailing ? route.abort() : route.continue()));
  await page.goto('/privacy');
  const unreachable = page.getByRole('heading', { level: 1, name: 'We can’t reach the server' });
  await expect(unreachable).toBeVisible();
  await page.waitForEvent('load');
  await expect(unreachable).toBeVisible();
  isFailing = false;
  await expect(page.getByRole('heading', { level: 1, name: 'Privacy' })).toBeVisible({ timeout: 15_000 });
});

test('opens the editor of a cached room after a reload without a network', { tag: '@long' }, async ({ page }) => {
  const roomCode = await openInterview(page);
  await whenKept(page);
  await whenEngineKept(page, 'monaco');
  const asked: string[] = [];
  await page.context().route('**/assets/**', async (route) => {
    asked.push(route.request().url());
    await route.abort();
  });
  await goOffline(page.context());
  await page.context().setOffline(false);
  await page.goto(`/editor?room=${roomCode}`);
  await expect(page.getByText('Connected', { exact: true })).toBeVisible({ timeout: 30_000 });
  await expect(page.locator('.monaco-editor .view-lines')).toContainText('Start coding here');
  expect(asked.filter((url) => !url.includes('/assets/online/'))).toEqual([]);
});

test('caches a force-reloaded page too', { tag: '@long' }, async ({ page }) => {
  await registerOnFreePlan(page, newCompany());
  await whenKept(page);
  const session = await page.context().newCDPSession(page);
  const loaded = page.waitForEvent('load');
  await session.send('Page.reload', { ignoreCache: true });
  await loaded;
  await whenKept(page);
  await goOffline(page.context());
  await page.getByRole('button', { name: /^View Sessions/ }).click();
  await expect(page.getByRole('heading', { name: 'Interview Sessions' })).toBeVisible();
});

test(
  'tells a candidate who opens the link offline, and continues once there is a network',
  { tag: '@long' },
  async ({ laptop, browser, baseURL, picture }) => {
    const roomCode = await openInterview(laptop);
    const phone = await browser.newContext({ ...devices.phone, serviceWorkers: 'allow', ...(baseURL && { baseURL }) });
    const page = await phone.newPage();
    await page.goto(`/codeshare/${roomCode}`);
    await expect(page.getByLabel('Your Name')).toBeVisible();
    await whenKept(page);
    await goOffline(phone);
    await page.goto('/codeshare/private-room-000000000');
    await expect(page.getByRole('heading', { name: 'You are offline' })).toBeVisible();
    await page.goto(`/codeshare/${roomCode}`);
    await expect(page.getByRole('heading', { name: 'You are offline' })).toBeVisible();
    await picture(page, 'candidate');
    await phone.setOffline(false);
    await expect(page.getByLabel('Your Name')).toBeVisible();
    await joinAsCandidate(page, `/codeshare/${roomCode}`, 'Ada Lovelace');
  },
);

test(
  'deletes the last known data at a sign-out, and stores none on a candidate’s page',
  { tag: '@long' },
  async ({ page, problems }) => {
    const company = newCompany();
    const roomCode = await openInterview(page, company);
    await page.goto('/sessions');
    await expect(page.getByText(roomCode)).toBeVisible();
    await whenKept(page);
    await expect.poll(() => keptRows(page)).toBeGreaterThan(0);
    await page.getByRole('button', { name: /Account menu/ }).click();
    await page.getByRole('menuitem', { name: 'Logout' }).click();
    await expect(page).toHaveURL(/\/login/);
    expect(await keptRows(page)).toBe(0);
    const cached = await page.evaluate(async () => {
      const urls = [];
      for (const name of await caches.keys())
        for (const { url } of await (await caches.open(name)).keys()) urls.push(new URL(url).pathname);
      return urls;
    });
    expect(cached.filter((path) => /^\/(api|socket\.io)/.test(path))).toEqual([]);
    expect(cached).not.toContain('/landing.html');
    await page.goto(`/codeshare/${roomCode}`);
    await expect(page.getByLabel('Your Name')).toBeVisible();
    expect(await keptRows(page)).toBe(0);
    expect(problems).toEqual([]);
  },
);

test(
  'signs no user out while the server is unreachable, and waits for it on every page',
  { tag: '@long' },
  async ({ browser, picture }) => {
    const server = await startOwnServer();
    try {
      const page = await (await browser.newContext({ baseURL: server.origin, serviceWorkers: 'allow' })).newPage();
      const company = newCompany();
      const roomCode = await openInterview(page, company);
      await page.goto('/dashboard');
      await whenKept(page);
      await page.waitForLoadState('networkidle');
      await server.kill();
      const editor = await page.context().newPage();
      const candidate = await page.context().newPage();
      await editor.goto('/editor?room=private-room-000000000');
      await candidate.goto(`/codeshare/${roomCode}`);
      for (const waiting of [editor, candidate]) {
        const status = waiting.getByRole('status').filter({ hasText: 'We can’t reach the server' });
        await expect(status).toContainText('opens automatically as soon as the server answers');
      }
      await picture(candidate, 'candidate, server away');
      await page.goto('/dashboard');
      await expect(page.getByText(`Welcome back, ${company.name}!`)).toBeVisible();
      const away = page.getByRole('status').filter({ hasText: 'We can’t reach the server. We keep trying.' });
      await expect(away).toContainText('Last updated');
      await picture(page, 'server away');
      await server.start();
      // By itself, because the page checks every 15 seconds. Its button has a test of its own (OfflineStrip.test).
      await expect(away).toHaveCount(0, { timeout: 30_000 });
      await candidate.bringToFront();
      await expect(candidate.getByRole('heading', { name: 'This is the candidate’s link' })).toBeVisible();
      await editor.bringToFront();
      await expect(editor).toHaveURL(/\/sessions$/, { timeout: 30_000 });
    } finally {
      await server.remove();
    }
  },
);

/** Returns the number of rows in the database of last known data. */
async function keptRows(page: Page): Promise<number> {
  return (await rowsOnDevice(page, 'last-known', 'rows')).length;
}
