import { request } from '@playwright/test';
import type { Browser, BrowserContext, Page } from '@playwright/test';
import { smallTargets, violations } from '../support/accessibility.ts';
import { register, registerOnPlan } from '../support/accounts.ts';
import { devices } from '../../testkit/devices.ts';
import { expect, test, watch } from '../support/fixtures.ts';
import { startProvider } from '../support/identity-provider.ts';
import type { ProviderStandIn } from '../support/identity-provider.ts';
import { startOwnServer } from '../support/own-server.ts';
import type { OwnServer } from '../support/own-server.ts';
import { newCompany, startInterview } from '../support/steps.ts';

// The way leads over the provider, and a refused sign-in is a refused call.
test.use({
  expectedProblems: /request to another host: http:\/\/127\.0\.0\.1:\d+\/authorize|status of (401|403|409|424)/,
});

let provider: ProviderStandIn;
let server: OwnServer;
const contexts: BrowserContext[] = [];
test.beforeEach(async () => {
  provider = await startProvider();
});
test.afterEach(async () => {
  // A page without its server logs errors.
  await Promise.all(contexts.splice(0).map((context) => context.close()));
  await server.remove();
  await provider.close();
});

/** Starts a server with the provider and a company whose owner is its person; returns the company's e-mail. */
async function open(settings: Record<string, string> = {}): Promise<string> {
  server = await startOwnServer({ ...provider.env, OIDC_DOMAINS: 'example.com', ...settings });
  const api = await request.newContext({ baseURL: server.origin });
  const company = newCompany();
  await (settings['SIGN_IN'] ? register(api, company) : registerOnPlan(api, company));
  await api.dispose();
  provider.person = { ...provider.person, email: company.email };
  return company.email;
}

async function newPage(browser: Browser, problems: string[], device: keyof typeof devices = 'laptop'): Promise<Page> {
  const context = await browser.newContext({ ...devices[device], baseURL: server.origin });
  contexts.push(context);
  watch(context, problems, server.origin);
  return context.newPage();
}

const signIn = (page: Page) => page.getByRole('button', { name: 'Continue with Example' }).click();

test(
  'signs in from the login screen, lands where it was going, and leaves no trace in addresses',
  { tag: '@long' },
  async ({ browser, problems, picture }) => {
    const email = await open();
    const page = await newPage(browser, problems);
    const addresses: string[] = [];
    page.on('framenavigated', (frame) => addresses.push(frame.url()));

    await page.goto('/login');
    await expect(page.getByLabel('Email')).toBeFocused();
    await expect(page.getByRole('button', { name: 'Continue with Example' })).toBeVisible();
    await picture(page, 'login');
    await signIn(page);
    await expect(page).toHaveURL(/\/dashboard$/);

    const token = await page.evaluate(() => localStorage.getItem('token'));
    expect(token).toMatch(/^ey/);
    expect(addresses.join(' ')).not.toContain(String(token));
    await page.goBack();
    await expect(page).not.toHaveURL(/code=/);

    await page.goto('/settings');
    await expect(page.getByText('Signs in with Example', { exact: true })).toBeVisible();
    await expect(page.getByRole('heading', { name: 'Change Password' })).toBeVisible();
    const domain = page.getByRole('switch', { name: 'Let everyone at example.com join' });
    await domain.click();
    await expect(domain).toBeChecked();
    await page.reload();
    await expect(domain).toBeChecked();
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
      expect(await violations(page)).toEqual([]);
      await picture(page, `settings ${colorScheme}`);
    }

    // A colleague, who only has a link.
    provider.person = { sub: 'colleague', email: 'colleague@example.com', email_verified: true, name: 'Maya Okafor' };
    const other = await newPage(browser, problems);
    await other.goto('/settings#where-you-re-signed-in');
    await expect(other).toHaveURL(/\/login$/);
    await signIn(other);
    await expect(other).toHaveURL(/\/settings#where-you-re-signed-in$/);
    await expect(other.getByText('Signs in with Example', { exact: true })).toBeVisible();
    await expect(other.getByRole('heading', { name: 'Change Password' })).toHaveCount(0);
    await expect(other.getByText('You have no password here')).toBeVisible();
    await other
      .getByRole('button', { name: /Account|colleague|Maya/i })
      .first()
      .click();
    await other.getByRole('menuitem', { name: /Logout/ }).click();
    await expect(other).toHaveURL(/\/login$/);
    expect(email).not.toBe('colleague@example.com');
  },
);

test(
  'says why a person is not signed in, and offers the way back',
  { tag: '@long' },
  async ({ browser, problems, picture }) => {
    await open();
    provider.person = { sub: 'stranger', email: 'stranger@elsewhere.example', email_verified: true };
    const page = await newPage(browser, problems, 'phone');
    await page.goto('/login');
    await signIn(page);

    await expect(page.getByRole('alert')).toContainText(
      'stranger@elsewhere.example has no account here. Ask the owner of your company to add you.',
    );
    await expect(page).toHaveURL(/\/sign-in$/);
    expect(await page.evaluate(() => localStorage.getItem('token'))).toBeNull();
    for (const [width, colorScheme] of [
      [390, 'light'],
      [820, 'dark'],
      [1440, 'light'],
      [1440, 'dark'],
    ] as const) {
      await page.setViewportSize({ width, height: 900 });
      await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
      expect(await violations(page)).toEqual([]);
      await picture(page, `refused ${width} ${colorScheme}`);
    }
    await page.setViewportSize({ width: 390, height: 844 });
    expect(await smallTargets(page)).toEqual([]);

    provider.fault = 'a bad signature';
    await signIn(page);
    await expect(page.getByRole('alert')).toContainText('The answer of Example could not be verified');
    provider.fault = 'a cancelled sign-in';
    await signIn(page);
    await expect(page.getByRole('alert')).toContainText('The sign-in was cancelled or refused at Example.');
    await page.getByRole('link', { name: 'Back to login' }).click();
    await expect(page.getByLabel('Email')).toBeVisible();
    await page.goto('/sign-in?code=stolen&state=unknown');
    await expect(page.getByRole('alert')).toContainText('began in another browser');
  },
);

test('closes the open room when the provider ends a sign-in', { tag: '@long' }, async ({ browser, problems }) => {
  await open();
  const page = await newPage(browser, problems);
  await page.goto('/login');
  await signIn(page);
  await expect(page).toHaveURL(/\/dashboard$/);
  await startInterview(page);
  await expect(page.getByText('Connected', { exact: true })).toBeVisible({ timeout: 30_000 });

  const refused: string[] = [];
  page.on('response', (reply) => void (reply.status() === 401 && refused.push(reply.url())));
  const body = new URLSearchParams({ logout_token: await provider.logoutToken() });
  const answer = await fetch(`${server.origin}/api/single-sign-on/logout`, { method: 'POST', body });
  expect(answer.status).toBe(200);

  await expect(page.getByRole('alert').filter({ hasText: 'You are signed out.' })).toBeVisible();
  // The server told the room; no refused request had to.
  expect(refused).toEqual([]);
});

test('offers no password where only owners have one', { tag: '@long' }, async ({ browser, problems, picture }) => {
  await open({ SIGN_IN: 'oidc' });
  const page = await newPage(browser, problems, 'tablet');
  await page.goto('/login');
  const button = page.getByRole('button', { name: 'Continue with Example' });
  await expect(button).toBeVisible();
  await expect(page.getByLabel('Email')).toHaveCount(0);
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
    expect(await violations(page)).toEqual([]);
    await picture(page, `provider only ${colorScheme}`);
  }
  expect(await smallTargets(page)).toEqual([]);
  await page.getByRole('button', { name: 'Owners: use your password' }).press('Enter');
  await expect(page.getByLabel('Email')).toBeFocused();
  await expect(page.getByRole('link', { name: 'Forgot password?' })).toHaveCount(0);
  await button.click();
  await expect(page).toHaveURL(/\/dashboard$/);
  await page.goto('/settings');
  await expect(page.getByText('Signs in with Example', { exact: true })).toBeVisible();
  await expect(page.getByRole('heading', { name: 'Change Password' })).toHaveCount(0);
});
