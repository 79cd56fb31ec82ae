import type { APIRequestContext, Browser, Page } from '@playwright/test';
import { PASSWORD, putStorage, registerOnPlan, visitor } from '../support/accounts.ts';
import { devices } from '../support/devices.ts';
import { expect, test } from '../support/fixtures.ts';
import { guardedPage, mail, MIXED, shown, still } from '../support/hostile.ts';
import { joinAsCandidate, ON_DISK_MS, startInterview, typeAtEnd } from '../support/steps.ts';
import { answer, fromBar, release } from '../walkthrough/tour.ts';

/** What the console says of a call that is refused, and of a network that was taken away. */
const PROVOKED = /status of (4\d\d|503)|ERR_INTERNET_DISCONNECTED/;

test('text stays text where it is paid, signed in and broken', async ({ browser, problems, request, baseURL }) => {
  test.setTimeout(240_000);
  const open = opener(browser, problems, baseURL);
  const laptop = await open('laptop');
  const email = await registerAs(laptop, request, MIXED);
  await test.step('payments', () => payments(laptop, MIXED));
  await test.step('sign-ins', () => signIns(laptop, email, MIXED));
  await test.step('second step', () => secondStep(laptop));
  await test.step('a screen that breaks', () => broken(laptop, MIXED));
  await laptop.context().close();
});

test('text stays text where it is kept', async ({ browser, problems, request, baseURL }) => {
  test.setTimeout(240_000);
  const open = opener(browser, problems, baseURL);
  const [laptop, phone] = [await open('laptop'), await open('phone')];
  await registerAs(laptop, request, MIXED);
  await laptop.goto('/dashboard');
  const roomCode = await startInterview(laptop);
  await test.step('saves that wait and are refused', () => saves(laptop, roomCode, MIXED));
  await test.step('text that is left', () => leftText(laptop, phone, roomCode, MIXED));
  await Promise.all([laptop, phone].map((page) => page.context().close()));
});

function opener(browser: Browser, problems: string[], baseURL: string | undefined) {
  return (device: keyof typeof devices) =>
    guardedPage(browser, { ...devices[device], ...(baseURL && { baseURL }) }, problems, PROVOKED);
}

/** Registers a company with such a name, whose account the page has then; answers its address. */
async function registerAs(page: Page, request: APIRequestContext, [name = '']: string[]): Promise<string> {
  const email = mail(Math.random().toString(36).slice(2, 10), 'owner');
  const { owner } = await registerOnPlan(request, { name, email, password: PASSWORD });
  await putStorage(page, visitor(owner));
  return email;
}

async function payments(page: Page, texts: string[]): Promise<void> {
  await page.goto('/test-payments/billing');
  await expect(page.getByText('Nothing is being paid for.')).toBeVisible();
  await still(page, 'portal');
  // The server refuses addresses with a backslash before there is a page.
  for (const text of texts.filter((each) => !each.includes('\\'))) {
    await page.goto(`/test-payments/${encodeURIComponent(text)}`);
    await expect(page.getByRole('alert')).toBeVisible();
    await still(page, `a checkout called ${text}`);
  }
  await page.goto('/subscription-plans');
  await page.getByRole('article', { name: 'Professional' }).getByRole('button', { name: 'Subscribe' }).click();
  await page.getByRole('button', { name: 'Pay with a card that is declined' }).click();
  await expect(page.getByRole('alert')).toBeVisible();
  await still(page, 'checkout');
}

/** Signs in with programs that call themselves so, and looks at where one is signed in. */
async function signIns(page: Page, email: string, texts: string[]): Promise<void> {
  for (const text of texts) {
    // A header is bytes.
    const headers = { 'user-agent': Buffer.from(text).toString('latin1'), 'x-forwarded-for': '<b>192.0.2.1' };
    const answered = await page.request.post('/api/login', { headers, data: { email, password: PASSWORD } });
    expect(answered.status()).toBe(200);
  }
  await page.goto('/settings');
  const list = page.getByRole('region', { name: 'Where You Are Signed In' });
  await expect(list.getByText('Unknown device')).not.toHaveCount(0);
  await still(page, 'sign-ins');
  await list.getByRole('button', { name: 'Sign Out Everywhere Else' }).click();
  await expect(page.getByRole('alertdialog')).toBeVisible();
  await still(page, 'question of signing out elsewhere');
  await page.getByRole('alertdialog').getByRole('button', { name: 'Cancel' }).click();
}

/** The name of the company is in what the authenticator app is shown. */
async function secondStep(page: Page): Promise<void> {
  const section = page.getByRole('region', { name: 'Two-Step Sign-In' });
  await section.getByRole('button', { name: 'Set Up…' }).click();
  await section.getByLabel('Your Password').fill(PASSWORD);
  await section.getByRole('button', { name: 'Continue' }).click();
  await expect(section.getByRole('img', { name: 'QR code for your authenticator app' })).toBeVisible();
  await still(page, 'set-up of the second step');
  await section.getByRole('button', { name: 'Cancel' }).click();
}

/** What waits and what was refused, with what the server says of it, in the lists and in the room. */
async function saves(page: Page, roomCode: string, texts: string[]): Promise<void> {
  const message = texts.join(' ').slice(0, 400);
  await typeAtEnd(page, '\n<b onclick=1>');
  await answer(page, { '/code-editor-data': { status: 503, body: { message, code: 'unavailable' } } });
  await fromBar(page, 'Save');
  await expect(page.getByText('Saved offline', { exact: true })).toBeVisible();
  await page.getByRole('button', { name: 'Back to sessions' }).click();
  // The room has the same button, which goes with it.
  await expect(page.getByRole('heading', { name: 'Interview Sessions' })).toBeVisible();
  const count = page.getByRole('button', { name: '1 change waits for the server' });
  await count.click();
  const dialog = page.getByRole('dialog', { name: 'Waiting for the server' });
  await expect(dialog).toContainText(message);
  await still(page, 'a save that waits');
  await dialog.getByRole('button', { name: 'Close' }).click();
  await page.getByRole('button', { name: /^Account menu/ }).click();
  await page.getByRole('menuitem', { name: 'Logout' }).click();
  await expect(page.getByRole('alertdialog')).toContainText('1 change has not reached the server.');
  await still(page, 'question of signing out');
  await page.getByRole('button', { name: 'Cancel' }).click();
  await release(page);
  await answer(page, { '/code-editor-data': { status: 403, body: { message, code: 'forbidden' } } });
  await count.click();
  // What waits is sent now, unless it has just been.
  await page.evaluate(() => window.dispatchEvent(new Event('online')));
  await expect(dialog).toContainText(`Refused: ${message}`);
  await still(page, 'a save that was refused');
  await page.goto(`/editor?room=${roomCode}`);
  await expect(page.getByText('Connected', { exact: true })).toBeVisible({ timeout: 30_000 });
  await expect(page.getByText(/^A save of .* was refused/)).toContainText(message);
  await still(page, 'a refused save in its room');
  await page.getByRole('button', { name: 'Dismiss' }).click();
  await release(page);
}

/** Somebody's text whose interview ended while they typed offline. */
async function leftText(laptop: Page, phone: Page, roomCode: string, texts: string[]): Promise<void> {
  await joinAsCandidate(phone, `/codeshare/${roomCode}`, texts[1] ?? '');
  await phone.context().setOffline(true);
  await phone.getByRole('button', { name: 'Keep typing on this device' }).click();
  await phone.locator('.cm-content').first().click();
  await phone.keyboard.insertText(texts.join('\n'));
  await phone.waitForTimeout(ON_DISK_MS);
  await laptop.getByRole('button', { name: 'End', exact: true }).click();
  await laptop.getByRole('alertdialog').getByRole('button').first().click();
  await expect(laptop).toHaveURL(/\/sessions$/);
  await phone.goto('about:blank');
  await phone.context().setOffline(false);
  await phone.goto(`/codeshare/${roomCode}`);
  const dialog = phone.getByRole('alertdialog');
  await expect(dialog).toContainText('did not arrive in time', { timeout: 30_000 });
  await still(phone, 'text that is left');
  const [download] = await Promise.all([
    phone.waitForEvent('download'),
    dialog.getByRole('button', { name: 'Download code' }).click(),
  ]);
  expect(download.suggestedFilename()).toMatch(/^[\w.-]+$/);
}

/** The screen that says with what another one broke. */
async function broken(like: Page, texts: string[]): Promise<void> {
  for (const text of texts) {
    // A page of its own: its console tells of what broke.
    const page = await like.context().newPage();
    await page.addInitScript((message) => {
      const get = () => {
        throw new Error(message);
      };
      Object.defineProperty(Intl.NumberFormat.prototype, 'format', { get });
    }, text);
    await page.goto('/');
    await expect(page.getByText('Unexpected Application Error!')).toBeVisible();
    await shown(page, text);
    await still(page, `a screen that broke with ${text}`);
    await page.close();
  }
}
