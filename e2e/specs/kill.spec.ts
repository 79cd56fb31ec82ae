import type { Page } from '@playwright/test';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startBrowser } from '../support/browser-process.ts';
import { expect, test } from '../support/fixtures.ts';
import { goOffline } from '../support/installed.ts';
import { openInterview, readInterview, typeAtEnd } from '../support/steps.ts';

// The test is about the data that a browser writes to its disk before it is killed.
test.use({ needsChromium: true });

/** How often the browser is killed; more often with `npm run model -- --kills 20`. */
const KILLS = Number(process.env['KILLS'] ?? 2);

test(
  `loses nothing in a browser that is killed after "Saved offline", ${KILLS} times`,
  { tag: '@long' },
  async ({ page, baseURL, launchOptions }) => {
    test.setTimeout(60_000 + KILLS * 60_000);
    const room = await openInterview(page);
    const account = await page.evaluate(() => ({ ...localStorage }));
    await page.goto('/');
    const profile = await mkdtemp(join(tmpdir(), 'cip-killed-'));
    let browser = await startBrowser(profile, launchOptions);
    try {
      await browser.page.goto(`${baseURL}/login`);
      await browser.page.evaluate((stored) => Object.assign(localStorage, stored), account);
      // Chromium writes a sign-in to the disk seconds later.
      await browser.quit();
      browser = await startBrowser(profile, launchOptions);
      const lines = Array.from({ length: KILLS }, (_line, nth) => `-- line ${nth} before the end;`);
      for (const line of lines) {
        await browser.page.goto(`${baseURL}/editor?room=${room}`);
        await saveOffline(browser.page, line);
        await browser.kill();
        browser = await startBrowser(profile, launchOptions);
        await browser.page.goto(`${baseURL}/sessions`);
        await expect.poll(() => wrong(page, room, [line]), { timeout: 30_000 }).toEqual([]);
      }
      expect(await wrong(page, room, lines)).toEqual([]);
    } finally {
      await browser.kill();
      await rm(profile, { recursive: true, force: true, maxRetries: 5 });
    }
  },
);

/** Types an unsent line, disconnects the network, and saves. */
async function saveOffline(page: Page, line: string): Promise<void> {
  await expect(page.getByText('Connected', { exact: true })).toBeVisible({ timeout: 30_000 });
  await typeAtEnd(page, `\n${line}`);
  await goOffline(page.context());
  await expect(page.getByText('Disconnected', { exact: true })).toBeVisible();
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await expect(page.getByText('Saved offline', { exact: true })).toBeVisible();
}

/** Returns the lines that the server does not have exactly once. */
async function wrong(page: Page, roomCode: string, lines: string[]): Promise<string[]> {
  const { code } = await readInterview(page, roomCode);
  return lines.filter((line) => code.split(line).length !== 2);
}
