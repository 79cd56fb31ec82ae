import type { BrowserContext, Page } from '@playwright/test';
import { expect, test } from '../support/fixtures.ts';
import { goOffline, whenKept } from '../support/installed.ts';
import {
  endInterview,
  newCompany,
  readInterview,
  registerOnFreePlan,
  startInterview,
  typeAtEnd,
} from '../support/steps.ts';
import type { TestCompany } from '../support/steps.ts';

test.use({
  serviceWorkers: 'allow',
  permissions: ['clipboard-read', 'clipboard-write'],
  expectedProblems: /ERR_INTERNET_DISCONNECTED|ERR_FAILED|status of 409/,
});

test('a save and an end without a network survive a reload and arrive once, in order', async ({ page, context }) => {
  await registerOnFreePlan(page, newCompany());
  const roomCode = await startInterview(page);
  await whenKept(page);
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
  await expect(page.getByRole('dialog')).toContainText('End of the session');
  await page.getByRole('button', { name: 'Close' }).click();

  const sent = watchSends(context);
  await context.setOffline(false);
  await expect(page.getByRole('button', { name: /waits? for the server/ })).toHaveCount(0, { timeout: 20_000 });
  expect(sent.map(({ what }) => what)).toEqual(['save', 'save', 'end']);
  expect(new Set(sent.map(({ opId }) => opId)).size).toBe(3);
  const { status, code } = await readInterview(page, roomCode);
  expect(status).toBe('completed');
  expect(code.split('-- never sent')).toHaveLength(2);
});

test('two tabs send what both have kept, each once', async ({ page, context }) => {
  await registerOnFreePlan(page, newCompany());
  const roomCode = await startInterview(page);
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
    await expect(tab.getByRole('button', { name: /waits? for the server/ })).toHaveCount(0, { timeout: 20_000 });
  expect(sent).toHaveLength(2);
  expect(new Set(sent.map(({ opId }) => opId)).size).toBe(2);
  const { code } = await readInterview(page, roomCode);
  for (const line of ['-- of the first', '-- of the second']) expect(code.split(line)).toHaveLength(2);
});

test('signing out asks; what is kept is sent by its own account alone', async ({ page, context }) => {
  const company = newCompany();
  await registerOnFreePlan(page, company);
  const roomCode = await startInterview(page);
  await whenKept(page);
  await typeAtEnd(page, '\n-- kept for its account');
  await goOffline(context);
  await saveOffline(page);
  await page.getByRole('button', { name: 'Back to sessions' }).click();
  await askToSignOut(page);
  await page.getByRole('button', { name: 'Send now' }).click();
  await expect(page.getByText('Not everything could be sent.')).toBeVisible();
  await page.getByRole('button', { name: 'Keep for this account' }).click();
  await expect(page).toHaveURL(/\/login$/);

  const sent = watchSends(context);
  await context.setOffline(false);
  await registerOnFreePlan(page, newCompany());
  await page.waitForTimeout(1_500);
  await expect(page.getByRole('button', { name: /waits? for the server/ })).toHaveCount(0);
  expect(sent).toEqual([]);
  await signOut(page);
  await signIn(page, company);
  await expect.poll(() => sent.length).toBe(1);
  await expect.poll(async () => (await readInterview(page, roomCode)).code).toContain('-- kept for its account');
});

test('what is discarded at signing out is never sent', async ({ page, context }) => {
  const company = newCompany();
  await registerOnFreePlan(page, company);
  const roomCode = await startInterview(page);
  await whenKept(page);
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

test('the ways out of a save that waits are there however early the network went', async ({ page, context }) => {
  // Nothing is fetched ahead by the worker: the device has what the room itself has asked for.
  await context.addInitScript(() => {
    ServiceWorker.prototype.postMessage = () => undefined;
  });
  await registerOnFreePlan(page, newCompany());
  await startInterview(page);
  await whenKept(page);
  await typeAtEnd(page, '\n-- early');
  await goOffline(context);
  await saveOffline(page);
  await page.getByRole('button', { name: 'Back to sessions' }).click();
  await askToSignOut(page);
  await page.getByRole('button', { name: 'Cancel' }).click();
  await page.reload();
  await waiting(page, 1).click();
  await expect(page.getByRole('dialog')).toContainText('Waiting for the server');
  await page.getByRole('button', { name: 'Close' }).click();
  await askToSignOut(page);
});

test('what the server refuses stays to be copied, tried again and discarded', async ({ page, context, picture }) => {
  await registerOnFreePlan(page, newCompany());
  const roomCode = await startInterview(page);
  await whenKept(page);
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
  await expect(dialog).toContainText('Refused: This session has ended.', { timeout: 20_000 });
  await picture(page, 'refused');
  await dialog.getByRole('button', { name: 'Copy code' }).click();
  expect(await page.evaluate(() => navigator.clipboard.readText())).toContain('-- too late');
  await dialog.getByRole('button', { name: 'Retry' }).click();
  await expect(dialog).toContainText('Refused: This session has ended.');
  await dialog.getByRole('button', { name: 'Discard' }).click();
  await dialog.getByRole('button', { name: 'Discard for good' }).click();
  await expect(dialog).toContainText('Nothing waits for the server.');
});

test('a device that keeps nothing never says that it did', async ({ page, context }) => {
  await registerOnFreePlan(page, newCompany());
  await startInterview(page);
  await typeAtEnd(page, '\n-- nowhere else');
  await page.evaluate(() => {
    IDBObjectStore.prototype.add = () => {
      throw new DOMException('The disk is full.', 'QuotaExceededError');
    };
  });
  await goOffline(context);
  await expect(page.getByText('Disconnected', { exact: true })).toBeVisible();
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await expect(page.getByText('Not saved: the server cannot be reached')).toBeVisible();
  await expect(page.getByText('Saved offline')).toHaveCount(0);
  await page.getByRole('button', { name: 'Copy code' }).click();
  expect(await page.evaluate(() => navigator.clipboard.readText())).toContain('-- nowhere else');
  const download = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Download code' }).click();
  expect((await download).suggestedFilename()).toMatch(/\.sql$/);
});

const waiting = (page: Page, count: number) =>
  page.getByRole('button', {
    name: count === 1 ? '1 change waits for the server' : `${count} changes wait for the server`,
  });

async function saveOffline(page: Page): Promise<void> {
  await expect(page.getByText('Disconnected', { exact: true })).toBeVisible();
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  const toast = page.getByText('Saved offline', { exact: true });
  await expect(toast).toBeVisible();
  const [said, offered] = [
    await toast.boundingBox(),
    await page.getByRole('button', { name: 'Reconnect' }).boundingBox(),
  ];
  expect((said?.y ?? NaN) + (said?.height ?? NaN), 'it covers nothing that can be done').toBeLessThan(
    offered?.y ?? NaN,
  );
}

async function askToSignOut(page: Page): Promise<void> {
  await signOut(page);
  await expect(page.getByRole('alertdialog')).toContainText('1 change has not reached the server.');
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

/** Every save and end that a page sends from now on and that is answered. */
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
