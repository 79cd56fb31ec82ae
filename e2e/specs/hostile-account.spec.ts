import type { APIRequestContext, Browser, Page } from '@playwright/test';
import { PASSWORD, putStorage, registerOnPlan, visitor } from '../support/accounts.ts';
import { whenUnsentOnDevice } from '../support/device-database.ts';
import { devices } from '../../testkit/devices.ts';
import { expect, test } from '../support/fixtures.ts';
import { guardedPage, mail, MIXED, shown, expectHarmless } from '../support/hostile.ts';
import { joinAsCandidate, startInterview, typeAtEnd } from '../support/steps.ts';
import { answer, fromBar, release } from '../walkthrough/walkthrough.ts';

/** Messages of the console about refused calls and a disconnected network. */
const PROVOKED = /status of (4\d\d|503)|ERR_INTERNET_DISCONNECTED/;

test(
  'shows hostile text as text in payments, sign-ins and the error screen',
  { tag: '@long' },
  async ({ browser, problems, request, baseURL }) => {
    test.setTimeout(240_000);
    const open = opener(browser, problems, baseURL);
    const laptop = await open('laptop');
    const email = await registerAs(laptop, request, MIXED);
    await test.step('payments', () => payments(laptop, MIXED));
    await test.step('sign-ins', () => signIns(laptop, email, MIXED));
    await test.step('second step', () => secondStep(laptop));
    await test.step('a screen that breaks', () => broken(laptop, MIXED));
    await laptop.context().close();
  },
);

test(
  'shows hostile text as text in the outbox and in unsynced changes',
  { tag: '@long' },
  async ({ browser, problems, request, baseURL }) => {
    test.setTimeout(240_000);
    const open = opener(browser, problems, baseURL);
    const [laptop, phone] = [await open('laptop'), await open('phone')];
    await registerAs(laptop, request, MIXED);
    await laptop.goto('/dashboard');
    const roomCode = await startInterview(laptop);
    await test.step('saves that wait and are refused', () => saves(laptop, roomCode, MIXED));
    await test.step('unsynced text', () => leftText(laptop, phone, roomCode, MIXED));
    await Promise.all([laptop, phone].map((page) => page.context().close()));
  },
);

function opener(browser: Browser, problems: string[], baseURL: string | undefined) {
  return (device: keyof typeof devices) =>
    guardedPage(browser, { ...devices[device], ...(baseURL && { baseURL }) }, problems, PROVOKED);
}

/** Registers a company with that name and signs the page in. Returns its email. */
async function registerAs(page: Page, request: APIRequestContext, [name = '']: string[]): Promise<string> {
  const email = mail(Math.random().toString(36).slice(2, 10), 'owner');
  const { owner } = await registerOnPlan(request, { name, email, password: PASSWORD });
  await putStorage(page, visitor(owner));
  return email;
}

async function payments(page: Page, texts: string[]): Promise<void> {
  await page.goto('/test-payments/billing');
  await expect(page.getByText('Nothing is being paid for.')).toBeVisible();
  await expectHarmless(page, 'portal');
  // The server refuses addresses with a backslash before there is a page.
  for (const text of texts.filter((each) => !each.includes('\\'))) {
    await page.goto(`/test-payments/${encodeURIComponent(text)}`);
    await expect(page.getByRole('alert')).toBeVisible();
    await expectHarmless(page, `a checkout called ${text}`);
  }
  await page.goto('/subscription-plans');
  await page.getByRole('article', { name: 'Professional' }).getByRole('button', { name: 'Subscribe' }).click();
  await page.getByRole('button', { name: 'Pay with a card that is declined' }).click();
  await expect(page.getByRole('alert')).toBeVisible();
  await expectHarmless(page, 'checkout');
}

/** Signs in with these user agents and opens the list of sign-ins. */
async function signIns(page: Page, email: string, texts: string[]): Promise<void> {
  for (const text of texts) {
    // A header is bytes.
    const headers = { 'user-agent': Buffer.from(text).toString('latin1'), 'x-forwarded-for': '<b>192.0.2.1' };
    const answered = await page.request.post('/api/login', { headers, data: { email, password: PASSWORD } });
    expect(answered.status()).toBe(200);
  }
  await page.goto('/settings');
  const list = page.getByRole('region', { name: 'Where You’re Signed In' });
  await expect(list.getByText('Unknown device')).not.toHaveCount(0);
  await expectHarmless(page, 'sign-ins');
  await list.getByRole('button', { name: 'Sign out everywhere else' }).click();
  await expect(page.getByRole('alertdialog')).toBeVisible();
  await expectHarmless(page, 'question of signing out elsewhere');
  await page.getByRole('alertdialog').getByRole('button', { name: 'Cancel' }).click();
}

/** The QR code for the authenticator app contains the company's name. */
async function secondStep(page: Page): Promise<void> {
  const section = page.getByRole('region', { name: 'Two-Step Sign-In' });
  await section.getByRole('button', { name: 'Set up…' }).click();
  await section.getByLabel('Your Password').fill(PASSWORD);
  await section.getByRole('button', { name: 'Continue' }).click();
  await expect(section.getByRole('img', { name: 'QR code for your authenticator app' })).toBeVisible();
  await expectHarmless(page, 'set-up of the second step');
  await section.getByRole('button', { name: 'Cancel' }).click();
}

/** Opens waiting and refused saves, with the server's message, in the lists and in the room. */
async function saves(page: Page, roomCode: string, texts: string[]): Promise<void> {
  const message = texts.join(' ').slice(0, 400);
  await typeAtEnd(page, '\n<b onclick=1>');
  await answer(page, { '/code-editor-data': { status: 503, body: { message, code: 'unavailable' } } });
  await fromBar(page, 'Save');
  await expect(page.getByText('Saved offline', { exact: true })).toBeVisible();
  await page.getByRole('button', { name: 'Back to sessions' }).click();
  // The room's own button of that name is gone with the room.
  await expect(page.getByRole('heading', { name: 'Interview Sessions' })).toBeVisible();
  const count = page.getByRole('button', { name: '1 unsynced change' });
  await count.click();
  const dialog = page.getByRole('dialog', { name: 'Unsynced changes' });
  await expect(dialog).toContainText(message);
  await expectHarmless(page, 'a save that waits');
  await dialog.getByRole('button', { name: 'Close' }).click();
  await page.getByRole('button', { name: /^Account menu/ }).click();
  await page.getByRole('menuitem', { name: 'Logout' }).click();
  await expect(page.getByRole('alertdialog')).toContainText('1 change hasn’t synced.');
  await expectHarmless(page, 'question of signing out');
  await page.getByRole('button', { name: 'Cancel' }).click();
  // Over the previous answer: without any, a retry in between would be saved.
  await answer(page, { '/code-editor-data': { status: 403, body: { message, code: 'forbidden' } } });
  await count.click();
  // Sends the waiting saves, unless it was just sent.
  await page.evaluate(() => window.dispatchEvent(new Event('online')));
  await expect(dialog).toContainText(`Couldn’t sync: ${message}`);
  await expectHarmless(page, 'a save that was refused');
  await page.goto(`/editor?room=${roomCode}`);
  await expect(page.getByText('Connected', { exact: true })).toBeVisible({ timeout: 30_000 });
  await expect(page.getByText(/^Couldn’t save \(/)).toContainText(message);
  await expectHarmless(page, 'a refused save in its room');
  await page.getByRole('button', { name: 'Dismiss' }).click();
  await release(page);
}

/** Opens the text of a candidate whose interview ended while they typed offline. */
async function leftText(laptop: Page, phone: Page, roomCode: string, texts: string[]): Promise<void> {
  await joinAsCandidate(phone, `/codeshare/${roomCode}`, texts[1] ?? '');
  await phone.context().setOffline(true);
  await phone.getByRole('button', { name: 'Keep typing on this device' }).click();
  await phone.locator('.cm-content').first().click();
  await phone.keyboard.insertText(texts.join('\n'));
  await whenUnsentOnDevice(phone, texts.at(-1) ?? '');
  await laptop.getByRole('button', { name: 'End', exact: true }).click();
  await laptop.getByRole('alertdialog').getByRole('button').first().click();
  await expect(laptop).toHaveURL(/\/sessions$/);
  await phone.goto('about:blank');
  await phone.context().setOffline(false);
  await phone.goto(`/codeshare/${roomCode}`);
  const dialog = phone.getByRole('alertdialog');
  await expect(dialog).toContainText('didn’t sync before the session ended', { timeout: 30_000 });
  await expectHarmless(phone, 'unsynced text');
  const [download] = await Promise.all([
    phone.waitForEvent('download'),
    dialog.getByRole('button', { name: 'Download code' }).click(),
  ]);
  expect(download.suggestedFilename()).toMatch(/^[\w.-]+$/);
}

/** Opens the error screen with the message of a broken screen. */
async function broken(like: Page, texts: string[]): Promise<void> {
  for (const text of texts) {
    // A page of its own, because its console logs the error.
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
    await expectHarmless(page, `a screen that broke with ${text}`);
    await page.close();
  }
}
