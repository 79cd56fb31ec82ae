import { readFile } from 'node:fs/promises';
import type { BrowserContext, Page } from '@playwright/test';
import { expect, test } from '../support/fixtures.ts';
import { goOffline, whenKept, whenScreensKept } from '../support/installed.ts';
import { createFile } from '../support/runs.ts';
import {
  endInterview,
  newCompany,
  openInterview,
  readInterview,
  registerOnFreePlan,
  typeAtEnd,
} from '../support/steps.ts';
import type { TestCompany } from '../support/steps.ts';

test.use({
  serviceWorkers: 'allow',
  permissions: ['clipboard-read', 'clipboard-write'],
  expectedProblems: /ERR_INTERNET_DISCONNECTED|ERR_FAILED|status of 409/,
});

test(
  'keeps an offline save and end through a reload and delivers them once, in order',
  { tag: '@odd' },
  async ({ page, context }) => {
    const roomCode = await openInterview(page);
    await whenScreensKept(page);
    await typeAtEnd(page, '\n-- never sent');
    await goOffline(context);
    await saveOffline(page);
    await expect(waiting(page, 1)).toBeVisible();
    await endInterview(page);
    await expect(page).toHaveURL(/\/sessions$/);
    await expect(waiting(page, 3)).toBeVisible();
    await page.reload();
    await expect(waiting(page, 3)).toBeVisible();
    await waiting(page, 3).click();
    await expect(page.getByRole('dialog')).toContainText('End session');
    await page.getByRole('button', { name: 'Close' }).click();

    const sent = watchSends(context);
    await context.setOffline(false);
    await expect(page.getByRole('button', { name: /unsynced change/ })).toHaveCount(0, { timeout: 20_000 });
    expect(sent.map(({ what }) => what)).toEqual(['save', 'save', 'end']);
    expect(new Set(sent.map(({ opId }) => opId)).size).toBe(3);
    const { status, code } = await readInterview(page, roomCode);
    expect(status).toBe('completed');
    expect(code.split('-- never sent')).toHaveLength(2);
    // Nothing is left that a sign-out would warn of. The sign-out would refuse requests of lists that still load.
    await page.reload({ waitUntil: 'networkidle' });
    await signOut(page);
    await expect(page).toHaveURL(/\/login$/);
  },
);

test('sends what two tabs have queued, each once', { tag: '@long' }, async ({ page, context }) => {
  const roomCode = await openInterview(page);
  const other = await context.newPage();
  await other.goto(`/editor?room=${roomCode}`);
  await expect(other.getByText('Connected', { exact: true })).toBeVisible({ timeout: 30_000 });
  await typeAtEnd(page, '\n-- of the first');
  await typeAtEnd(other, '\n-- of the second');
  await goOffline(context);
  await saveOffline(page);
  await saveOffline(other);
  await expect(waiting(page, 2)).toBeVisible();

  const sent = watchSends(context);
  await context.setOffline(false);
  for (const tab of [page, other])
    await expect(tab.getByRole('button', { name: /unsynced change/ })).toHaveCount(0, { timeout: 20_000 });
  expect(sent).toHaveLength(2);
  expect(new Set(sent.map(({ opId }) => opId)).size).toBe(2);
  const { code } = await readInterview(page, roomCode);
  for (const line of ['-- of the first', '-- of the second']) expect(code.split(line)).toHaveLength(2);
});

test(
  'asks at a sign-out, and sends what was kept only by the same account',
  { tag: '@long' },
  async ({ page, context }) => {
    const company = newCompany();
    const roomCode = await openInterview(page, company);
    await whenScreensKept(page);
    await typeAtEnd(page, '\n-- kept for its account');
    await goOffline(context);
    await saveOffline(page);
    await page.getByRole('button', { name: 'Back to sessions' }).click();
    await askToSignOut(page);
    await page.getByRole('button', { name: 'Send now' }).click();
    await expect(page.getByText('Couldn’t send everything.')).toBeVisible();
    await page.getByRole('button', { name: 'Keep and sign out' }).click();
    await expect(page).toHaveURL(/\/login$/);

    const sent = watchSends(context);
    await context.setOffline(false);
    await registerOnFreePlan(page, newCompany());
    await page.waitForTimeout(1_500);
    await expect(page.getByRole('button', { name: /unsynced change/ })).toHaveCount(0);
    expect(sent).toEqual([]);
    // The sign-out would refuse requests of lists that still load.
    await page.waitForLoadState('networkidle');
    await signOut(page);
    await expect(page).toHaveURL(/\/login$/);
    await signIn(page, company);
    await expect.poll(() => sent.length).toBe(1);
    await expect.poll(async () => (await readInterview(page, roomCode)).code).toContain('-- kept for its account');
  },
);

test('discards for good what was discarded at sign-out', { tag: '@long' }, async ({ page, context }) => {
  const company = newCompany();
  const roomCode = await openInterview(page, company);
  await whenScreensKept(page);
  await typeAtEnd(page, '\n-- given up');
  await goOffline(context);
  await saveOffline(page);
  await page.getByRole('button', { name: 'Back to sessions' }).click();
  await askToSignOut(page);
  await page.getByRole('button', { name: 'Discard' }).click();
  await expect(page).toHaveURL(/\/login$/);

  const sent = watchSends(context);
  await context.setOffline(false);
  await signIn(page, company);
  await page.waitForTimeout(1_500);
  expect(sent).toEqual([]);
  expect((await readInterview(page, roomCode)).code).not.toContain('-- given up');
});

test(
  'shows the actions for a waiting save even if the network was lost early',
  { tag: '@long' },
  async ({ page, context }) => {
    // The worker prefetches nothing, so that the device has only the files that the room requested.
    await context.addInitScript(() => {
      ServiceWorker.prototype.postMessage = () => undefined;
    });
    await openInterview(page);
    await whenKept(page);
    await typeAtEnd(page, '\n-- early');
    await goOffline(context);
    await saveOffline(page);
    await page.getByRole('button', { name: 'Back to sessions' }).click();
    await askToSignOut(page);
    await page.getByRole('button', { name: 'Cancel' }).click();
    await page.reload();
    await waiting(page, 1).click();
    await expect(page.getByRole('dialog')).toContainText('Unsynced changes');
    await page.getByRole('button', { name: 'Close' }).click();
    await askToSignOut(page);
  },
);

test('lets a refused save be copied, retried and discarded', { tag: '@long' }, async ({ page, context, picture }) => {
  const roomCode = await openInterview(page);
  await whenScreensKept(page);
  await createFile(page, 'prices.sql');
  await typeAtEnd(page, '-- of the second file');
  await page.getByRole('tab', { name: 'main.sql' }).click();
  await typeAtEnd(page, '\n-- too late');
  const token = await page.evaluate(() => localStorage.getItem('token'));
  await goOffline(context);
  await saveOffline(page);
  await page.getByRole('button', { name: 'Back to sessions' }).click();
  const headers = { authorization: `Bearer ${token}` };
  const ended = await page.request.post(`/api/interview-sessions/end-by-room/${roomCode}`, { headers });
  expect(ended.status()).toBe(200);

  await context.setOffline(false);
  await waiting(page, 1).click();
  const dialog = page.getByRole('dialog');
  await expect(dialog).toContainText('Couldn’t sync: This session has ended.', { timeout: 20_000 });
  await picture(page, 'refused');
  await dialog.getByRole('button', { name: 'Copy code' }).click();
  const copied = await page.evaluate(() => navigator.clipboard.readText());
  expect(copied).toMatch(
    /^===== main\.sql =====\n[^]*-- too late[^]*\n===== prices\.sql =====\n-- of the second file$/,
  );
  const download = page.waitForEvent('download');
  await dialog.getByRole('button', { name: 'Download code' }).click();
  expect((await download).suggestedFilename()).toBe('interview.zip');
  const zip = await readFile(await (await download).path());
  for (const name of ['main.sql', 'prices.sql']) expect(zip.includes(name)).toBe(true);
  await dialog.getByRole('button', { name: 'Retry' }).click();
  await expect(dialog).toContainText('Couldn’t sync: This session has ended.');
  await dialog.getByRole('button', { name: 'Discard' }).click();
  await dialog.getByRole('button', { name: 'Discard for good' }).click();
  await expect(dialog).toContainText('Everything is synced.');
});

test('refuses to show "Saved offline" on a device without storage', { tag: '@long' }, async ({ page, context }) => {
  await openInterview(page);
  await typeAtEnd(page, '\n-- nowhere else');
  await page.evaluate(() => {
    IDBObjectStore.prototype.add = () => {
      throw new DOMException('The disk is full.', 'QuotaExceededError');
    };
  });
  await goOffline(context);
  await expect(page.getByText('Disconnected', { exact: true })).toBeVisible();
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await expect(page.getByText('Not saved: we can’t reach the server')).toBeVisible();
  await expect(page.getByText('Saved offline')).toHaveCount(0);
  await page.getByRole('button', { name: 'Copy code' }).click();
  expect(await page.evaluate(() => navigator.clipboard.readText())).toContain('-- nowhere else');
  const download = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Download code' }).click();
  expect((await download).suggestedFilename()).toMatch(/\.sql$/);
});

const waiting = (page: Page, count: number) =>
  page.getByRole('button', {
    name: count === 1 ? '1 unsynced change' : `${count} unsynced changes`,
  });

async function saveOffline(page: Page): Promise<void> {
  await expect(page.getByText('Disconnected', { exact: true })).toBeVisible();
  // Both in one look, because the toast goes by itself.
  const [[toastBox, actionBox]] = await Promise.all([
    page.getByText('Saved offline', { exact: true }).evaluate((toast) => {
      const action = [...document.querySelectorAll('button')].find(({ textContent }) => textContent === 'Reconnect');
      return [toast.getBoundingClientRect().toJSON(), action?.getBoundingClientRect().toJSON()] as DOMRect[];
    }),
    page.getByRole('button', { name: 'Save', exact: true }).click(),
  ]);
  expect(toastBox?.height).toBeGreaterThan(0);
  expect(toastBox?.bottom, 'it covers nothing that can be done').toBeLessThan(actionBox?.top ?? NaN);
}

async function askToSignOut(page: Page): Promise<void> {
  await signOut(page);
  await expect(page.getByRole('alertdialog')).toContainText('1 change hasn’t synced.');
}

async function signOut(page: Page): Promise<void> {
  await page.getByRole('button', { name: /^Account menu/ }).click();
  await page.getByRole('menuitem', { name: 'Logout' }).click();
}

async function signIn(page: Page, { email, password }: TestCompany): Promise<void> {
  await page.goto('/login');
  await page.getByLabel('Email').fill(email);
  await page.getByLabel('Password', { exact: true }).fill(password);
  await page.getByRole('button', { name: 'Login' }).click();
  await expect(page.getByText('Welcome back')).toBeVisible();
}

/** Records every answered save and end of a context from now on. */
function watchSends(context: BrowserContext): { what: 'save' | 'end'; opId: string }[] {
  const sent: { what: 'save' | 'end'; opId: string }[] = [];
  context.on('requestfinished', (request) => {
    if (request.method() !== 'POST') return;
    const url = request.url();
    if (url.endsWith('/api/code-editor-data'))
      sent.push({ what: 'save', opId: (request.postDataJSON() as { op_id: string }).op_id });
    if (url.includes('/end-by-room/')) sent.push({ what: 'end', opId: 'end' });
  });
  return sent;
}
