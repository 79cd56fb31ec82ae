import { pathToFileURL } from 'node:url';
import type { Page } from '@playwright/test';
import { smallTargets, violations } from '../support/accessibility.ts';
import { expect, test } from '../support/fixtures.ts';
import { choose, join, log, runButton, write } from '../support/runs.ts';
import { endInterview, expectCode, newCompany, openInterview, readInterview, typeAtEnd } from '../support/steps.ts';

const MAIN = "const { total } = require('./shop');\nconsole.log('cups:', total(3));";

const code = (page: Page) => page.getByLabel('Code of this moment');
const tabs = (page: Page) => page.getByRole('tablist', { name: 'Files' }).getByRole('tab');
const shown = (page: Page) => page.getByRole('tab', { selected: true }).first();
const timeline = (page: Page) => page.getByRole('slider', { name: 'Timeline' });
const moment = (page: Page, name: RegExp | string) => page.getByRole('link', { name });

/** Plays a recording of two files from its moments. */
async function playFiles(page: Page): Promise<void> {
  await timeline(page).press('Home');
  await expect(tabs(page)).toHaveText(['main.sql']);
  await moment(page, /Created shop\.js/).click();
  await expect(tabs(page)).toHaveText(['main.js', 'shop.js']);
  await expect(shown(page)).toHaveText('shop.js');
  await moment(page, /Deleted shop\.js/).click();
  await expect(tabs(page)).toHaveText(['main.js']);
  await expect(code(page)).toContainText("console.log('cups:'");
  await moment(page, /Restored shop\.js/).click();
  await expect(shown(page)).toHaveText('shop.js');
  await expect(code(page)).toContainText('exports.total');
  await page.getByRole('tab', { name: 'main.js' }).click();
  await expect(code(page)).toContainText("console.log('cups:'");
  await timeline(page).press('End');
  await expect(shown(page)).toHaveText('main.js');
  await moment(page, /lines at once in shop\.js/).click();
  await expect(shown(page)).toHaveText('shop.js');
  await expect(page.getByRole('switch', { name: 'Follow edits' })).toBeChecked();
}

test(
  'plays two files that two people wrote, in the player, on a phone by a link, and as a saved file',
  { tag: '@long' },
  async ({ browser, laptop, phone, picture }, testInfo) => {
    const roomCode = await openInterview(laptop, newCompany(), 'paid');
    await choose(laptop, 'javascript');
    await join(phone, roomCode);
    await phone.getByRole('button', { name: 'New file' }).click();
    await phone.getByLabel('Name').fill('shop.js');
    await phone.getByRole('button', { name: 'Create' }).click();
    await typeAtEnd(phone, 'exports.total = (n) => n * 2;');
    await write(laptop, MAIN);
    await laptop.getByRole('tab', { name: 'shop.js' }).click();
    await write(laptop, 'const cup = 2;\n// A cup each.\nexports.total = (n) => n * cup;\n');
    await expectCode(phone, 'A cup each.');
    await runButton(laptop).click();
    await expect(log(laptop)).toContainText('cups: 6');
    await laptop.getByRole('button', { name: 'File actions' }).click();
    await laptop.getByRole('menuitem', { name: 'Delete', exact: true }).click();
    await laptop.getByRole('button', { name: 'Restore' }).click();
    await expect(shown(laptop)).toHaveText('shop.js');
    const { id } = await readInterview(laptop, roomCode);
    await endInterview(laptop);
    await expect(laptop.getByRole('textbox', { name: 'My notes' })).toBeFocused();

    await test.step('plays both files, and runs them as they were', async () => {
      await laptop.goto(`/sessions/${id}/playback`);
      await playFiles(laptop);
      await moment(laptop, /Ran JavaScript/).click();
      await laptop.getByRole('button', { name: 'Run here' }).click();
      await expect(laptop.getByRole('region', { name: 'Output of this run' })).toContainText('cups: 6');
      expect(await violations(laptop)).toEqual([]);
      await picture(laptop, 'player');
      await laptop.emulateMedia({ colorScheme: 'dark' });
      expect(await violations(laptop, 'colors')).toEqual([]);
      await picture(laptop, 'player-dark');
      await laptop.emulateMedia({ colorScheme: 'light' });
    });

    await test.step('a stranger’s phone lists them', async () => {
      await laptop.getByRole('button', { name: 'Share' }).click();
      await laptop.getByRole('button', { name: 'Create link' }).click();
      const address = await laptop.getByLabel('Your link').inputValue();
      await laptop.getByRole('button', { name: 'Close' }).click();
      await phone.goto(address);
      await timeline(phone).press('End');
      const files = phone.getByRole('list', { name: 'Files' });
      await files.getByRole('button', { name: 'main.js' }).tap();
      await expect(code(phone)).toContainText("console.log('cups:'");
      await files.getByRole('button', { name: 'shop.js' }).tap();
      await expect(code(phone)).toContainText('A cup each.');
      expect(await violations(phone)).toEqual([]);
      expect(await smallTargets(phone)).toEqual([]);
      await picture(phone, 'review');
      await phone.setViewportSize({ width: 320, height: 640 });
      expect(await phone.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(320);
      await picture(phone, 'review-narrow');
    });

    await test.step('the saved file has them without a network, and prints each', async () => {
      const downloading = laptop.waitForEvent('download');
      await laptop.getByRole('button', { name: 'More', exact: true }).click();
      await laptop.getByRole('menuitem', { name: 'Download playback' }).click();
      const path = testInfo.outputPath('playback.html');
      await (await downloading).saveAs(path);
      const context = await browser.newContext({ offline: true });
      const page = await context.newPage();
      await page.goto(pathToFileURL(path).href);
      await playFiles(page);
      await picture(page, 'file');
      await page.emulateMedia({ media: 'print' });
      await page.evaluate(() => dispatchEvent(new Event('beforeprint')));
      const printed = page.getByRole('article');
      await expect(printed.getByRole('heading', { level: 3 })).toHaveText(['main.js', 'shop.js']);
      await expect(printed).toContainText('A cup each.');
      await picture(page, 'print');
      await context.close();
    });
  },
);
