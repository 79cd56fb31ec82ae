import type { Page } from '@playwright/test';
import { expect, test } from '../support/fixtures.ts';
import { rowsOnDevice, whenUnsentOnDevice } from '../support/device-database.ts';
import { startOwnServer } from '../support/own-server.ts';
import type { OwnServer } from '../support/own-server.ts';
import { expectCode, joinAsCandidate, openInterview, typeAtEnd } from '../support/steps.ts';

// A crash of a page ends its process, which the context's other pages must not share.
test.use({
  launchOptions: [
    async ({ launchOptions }, use) => {
      const args = launchOptions.args?.filter((each) => each !== '--process-per-site');
      await use({ ...launchOptions, ...(args && { args }) });
    },
    { scope: 'worker' },
  ],
});

test('keeps a line held until Enter through a crash of the page', { tag: '@odd' }, async ({ laptop, phone }) => {
  const roomCode = await openInterview(laptop);
  await joinAsCandidate(phone, `/codeshare/${roomCode}`, 'Ada Lovelace');
  await typeAtEnd(phone, '\n-- half a line');
  await whenUnsentOnDevice(phone, '-- half a line');
  const again = await phone.context().newPage();
  await crash(phone);
  await again.goto(`/codeshare/${roomCode}`);
  await expect(again.getByText('Connected', { exact: true })).toBeVisible({ timeout: 30_000 });
  await expectCode(again, '-- half a line');
  await expectCode(laptop, '-- half a line');
  await expectOnce(again, '-- half a line');
  await expectOnce(laptop, '-- half a line');
});

test(
  'sends a tab’s held line from a second tab of the same user after the first is gone, not before',
  { tag: '@long' },
  async ({ laptop, phone }) => {
    const roomCode = await openInterview(laptop);
    await joinAsCandidate(phone, `/codeshare/${roomCode}`, 'Ada Lovelace');
    const other = await phone.context().newPage();

    await typeAtEnd(phone, '\n-- held in the first');
    await whenUnsentOnDevice(phone, '-- held in the first');
    await other.goto(`/codeshare/${roomCode}`);
    await expect(other.getByText('Connected', { exact: true })).toBeVisible({ timeout: 30_000 });
    await expectCode(other, '-- Start coding here...');
    await typeAtEnd(other, '\n-- sent by the second\n');
    await expectCode(laptop, '-- sent by the second');
    expect(await code(other)).not.toContain('held in the first');
    expect(await code(laptop)).not.toContain('held in the first');

    await crash(phone);
    await expectCode(other, '-- held in the first');
    await expectCode(laptop, '-- held in the first');
    for (const page of [other, laptop])
      for (const line of ['-- held in the first', '-- sent by the second']) await expectOnce(page, line);
  },
);

test.describe('while the server is down', () => {
  let server: OwnServer;

  test.beforeAll(async () => {
    server = await startOwnServer();
  });

  test.afterAll(async () => {
    await server.remove();
  });

  test('stores the code on the device by Save, and merges it exactly once', { tag: '@long' }, async ({ browser }) => {
    const page = await (await browser.newContext({ baseURL: server.origin })).newPage();
    const errors: string[] = [];
    page.on('pageerror', ({ message }) => errors.push(message));
    const roomCode = await openInterview(page);
    await typeAtEnd(page, '\nSELECT 1;\n');
    await expect(page.locator('footer').getByTestId('save-state')).toHaveText(/^Saved at \d?\d:\d\d\s[AP]M$/);
    await typeAtEnd(page, '-- never sent');

    await server.kill();
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    await expect(page.getByText('Saved offline', { exact: true })).toBeVisible();
    await expect(page.getByText('Disconnected', { exact: true })).toBeVisible();
    await expect(page.locator('footer').getByTestId('save-state')).toHaveText(/^Not synced yet/);
    expect(await waitingSaves(page)).toBe(1);

    await server.start();
    await expect(page.getByText('Connected', { exact: true })).toBeVisible({ timeout: 40_000 });
    await expect.poll(() => waitingSaves(page), { timeout: 20_000 }).toBe(0);
    await expect(page.locator('footer').getByTestId('save-state')).toHaveText(/^Saved/);

    const candidate = await (await browser.newContext({ baseURL: server.origin })).newPage();
    await joinAsCandidate(candidate, `/codeshare/${roomCode}`, 'Ada Lovelace');
    await expectCode(candidate, '-- never sent');
    await page.reload();
    await expectCode(page, '-- never sent');
    for (const each of [candidate, page])
      for (const line of ['-- never sent', 'SELECT 1;']) await expectOnce(each, line);
    expect(errors).toEqual([]);
  });
});

/** Kills the page's process; another page of the same context has its own. */
async function crash(page: Page): Promise<void> {
  const gone = page.waitForEvent('crash');
  const debuggerOfPage = await page.context().newCDPSession(page);
  // Never resolves, because the process is gone.
  debuggerOfPage.send('Page.crash').catch(() => undefined);
  await gone;
}

async function code(page: Page): Promise<string> {
  const lines = await page.locator('.monaco-editor .view-line, .cm-line').allInnerTexts();
  return lines.join('\n').replaceAll('\u00a0', ' ');
}

async function expectOnce(page: Page, line: string): Promise<void> {
  await expect.poll(async () => (await code(page)).split(line).length - 1, `${line}: how often`).toBe(1);
}

/** Returns the number of saves in the device's database. */
async function waitingSaves(page: Page): Promise<number> {
  return (await rowsOnDevice(page, 'outbox', 'entries')).length;
}
