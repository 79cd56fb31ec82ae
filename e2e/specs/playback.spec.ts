import { statSync } from 'node:fs';
import { pathToFileURL } from 'node:url';
import type { Browser, Page } from '@playwright/test';
import { violations } from '../support/accessibility.ts';
import { expect, test } from '../support/fixtures.ts';
import { choose, log, runButton, write } from '../support/runs.ts';
import { endInterview, newCompany, openInterview, readInterview } from '../support/steps.ts';

/** Largest file of a usual hour (bytes). */
const FILE_MAX_BYTES = 400_000;
const HOSTILE = '// </script><script>document.title = "taken"</script>';

const code = (page: Page) => page.getByLabel('Code of this moment');
const output = (page: Page) => page.getByRole('region', { name: 'Output' });

/** Saves the file that the page downloads. */
async function download(page: Page, path: string): Promise<void> {
  const downloading = page.waitForEvent('download');
  await page.getByRole('button', { name: 'More', exact: true }).click();
  await page.getByRole('menuitem', { name: 'Download playback' }).click();
  await (await downloading).saveAs(path);
}

interface OpenFile {
  page: Page;
  requests: string[];
  /** The errors that the page threw. */
  errors: string[];
}

async function openFile(browser: Browser, path: string): Promise<OpenFile> {
  const context = await browser.newContext({ offline: true });
  const page = await context.newPage();
  const [requests, errors]: [string[], string[]] = [[], []];
  page.on('request', (request) => requests.push(request.url()));
  page.on('pageerror', ({ message }) => errors.push(message));
  await page.goto(pathToFileURL(path).href);
  return { page, requests, errors };
}

const firstRun = (page: Page) => page.getByRole('link', { name: /Ran JavaScript: Finished/ }).first();

/** Goes to the end, to the start and to the first run, and plays on to the end, twice. */
async function playTwice(page: Page): Promise<void> {
  for (const press of ['once', 'again'])
    await test.step(press, async () => {
      await page.getByRole('slider', { name: 'Timeline' }).press('End');
      await expect(code(page)).toContainText('6 * 7');
      await page.getByRole('slider', { name: 'Timeline' }).press('Home');
      await expect(code(page)).not.toContainText('console.log');
      await firstRun(page).click();
      await expect(code(page)).toContainText('6 * 6');
      await expect(output(page)).toContainText('36');
      await page.getByText('16×').click();
      await page.getByRole('button', { name: 'Play', exact: true }).click();
      await expect(code(page)).toContainText('6 * 7');
      await expect(page.getByRole('button', { name: 'Play', exact: true })).toBeVisible();
      await expect(output(page)).toContainText('42');
    });
}

/** Opens the address of the first run anew, because the moment of a link is exact. */
async function reopenFirstRun(page: Page): Promise<void> {
  await firstRun(page).click();
  await page.reload();
  await expect(code(page)).toContainText('6 * 6');
  await expect(output(page)).toContainText('36');
}

test(
  'plays an interview with two runs, runs it again, shares it with a stranger’s phone and saves it as a file',
  { tag: '@odd' },
  async ({ browser, laptop, phone, picture }, testInfo) => {
    const roomCode = await openInterview(laptop, newCompany(), 'paid');
    await choose(laptop, 'javascript');
    await write(laptop, `${HOSTILE}\nconsole.log(6 * 6);`);
    await runButton(laptop).click();
    await expect(log(laptop)).toContainText('36');
    await write(laptop, `${HOSTILE}\nconsole.log(6 * 7);`);
    await expect(laptop.getByText('of an earlier version')).toBeVisible();
    await runButton(laptop).click();
    await expect(log(laptop)).toContainText('42');
    const { id } = await readInterview(laptop, roomCode);
    await endInterview(laptop);
    await expect(laptop.getByRole('textbox', { name: 'My notes' })).toBeFocused();

    await test.step('plays from the list', async () => {
      await laptop.getByRole('button', { name: 'Back to sessions' }).click();
      await laptop.getByRole('button', { name: /^Actions for/ }).click();
      await laptop.getByRole('menuitem', { name: 'Playback' }).click();
      await expect(laptop).toHaveURL(new RegExp(`/sessions/${id}/playback`));
      await expect(laptop.getByRole('button', { name: 'Play', exact: true })).toBeVisible();
      await playTwice(laptop);
      await reopenFirstRun(laptop);
      await laptop.keyboard.press('Shift+ArrowRight');
      await expect(code(laptop)).toContainText('6 * 7');
      await laptop.keyboard.press('Shift+ArrowLeft');
      await expect(code(laptop)).toContainText('6 * 6');
      await picture(laptop, 'player');
    });

    await test.step('runs the code of a moment here', async () => {
      await firstRun(laptop).click();
      for (const result of ['36', '42']) {
        await laptop.getByRole('button', { name: 'Run here' }).click();
        await expect(laptop.getByText(/^Re-run result: Finished/)).toBeVisible();
        await expect(laptop.getByRole('region', { name: 'Output of this run' })).toContainText(result);
        await laptop.keyboard.press('Shift+ArrowRight');
      }
      expect(await violations(laptop)).toEqual([]);
      await laptop.emulateMedia({ colorScheme: 'dark' });
      expect(await violations(laptop, 'colors')).toEqual([]);
      await laptop.emulateMedia({ colorScheme: 'light' });
    });

    await test.step('a stranger plays it on a phone by its link', async () => {
      await laptop.getByRole('button', { name: 'Share' }).click();
      await laptop.getByRole('button', { name: 'Create link' }).click();
      const address = await laptop.getByLabel('Your link').inputValue();
      await laptop.getByRole('button', { name: 'Close' }).click();
      await phone.goto(address);
      await expect(phone.getByRole('heading', { name: 'The candidate' })).toBeVisible();
      await phone.getByRole('button', { name: 'Moments' }).tap();
      const moments = phone.getByRole('dialog', { name: 'Moments' });
      expect(await violations(phone)).toEqual([]);
      await moments.getByRole('link', { name: /Session ended/ }).tap();
      await expect(moments).toBeHidden();
      await expect(code(phone)).toContainText('6 * 7');
      await expect(output(phone)).toContainText('42');
      const size = phone.viewportSize() ?? { width: 390, height: 664 };
      await phone.setViewportSize({ ...size, height: 320 });
      await phone.getByRole('button', { name: 'Moments' }).tap();
      await expect(moments.locator('[aria-current]')).toBeInViewport();
      await moments.getByRole('button', { name: 'Close' }).tap();
      await phone.setViewportSize(size);
      // The author of the last edit is named in its line, over no other, and within the window.
      const line = await phone.locator('.cm-line:has(.peer-flag)').boundingBox();
      const flag = await phone.locator('.peer-flag').boundingBox();
      expect(flag?.y).toBeGreaterThanOrEqual(line?.y ?? NaN);
      expect((flag?.x ?? NaN) + (flag?.width ?? NaN)).toBeLessThanOrEqual(phone.viewportSize()?.width ?? NaN);
      await picture(phone, 'review');
    });

    await test.step('the downloaded file plays without a network', async () => {
      const path = testInfo.outputPath('playback.html');
      await download(laptop, path);
      expect(statSync(path).size).toBeLessThan(FILE_MAX_BYTES);
      const { page, requests, errors } = await openFile(browser, path);
      await playTwice(page);
      await expect(code(page)).toContainText(HOSTILE);
      await reopenFirstRun(page);
      await picture(page, 'file');
      expect(await page.title()).not.toBe('taken');
      expect(requests.filter((url) => !url.startsWith('file:'))).toEqual([]);
      expect(errors).toEqual([]);
      await page.context().close();
    });
  },
);
