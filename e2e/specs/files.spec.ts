import type { Page } from '@playwright/test';
import { devices } from '../../testkit/devices.ts';
import { smallTargets, violations } from '../support/accessibility.ts';
import { whenUnsentOnDevice } from '../support/device-database.ts';
import { expect, test } from '../support/fixtures.ts';
import { goOffline, whenEngineKept, whenKept } from '../support/installed.ts';
import { expectCode, joinAsCandidate, openInterview, readInterview, typeAtEnd } from '../support/steps.ts';

test.use({ serviceWorkers: 'allow', expectedProblems: /ERR_INTERNET_DISCONNECTED|ERR_FAILED/ });

const tabs = (page: Page) => page.getByRole('tablist', { name: 'Files' }).getByRole('tab');
const tab = (page: Page, name: string) => page.getByRole('tab', { name, exact: true });
const list = (page: Page) => page.getByRole('list', { name: 'Files' });
const file = (page: Page, name: string) => list(page).getByRole('button', { name, exact: true });
const nameDialog = (page: Page) => page.getByRole('dialog');
const code = (page: Page) => page.locator('.monaco-editor .view-lines, .cm-content').first();

test(
  'two people work in several files, lose nothing, and find each other',
  { tag: '@even' },
  async ({ page: laptop, browser, baseURL, picture }) => {
    test.slow();
    const roomCode = await openInterview(laptop);
    const context = await browser.newContext({
      ...devices.phone,
      serviceWorkers: 'allow',
      ...(baseURL && { baseURL }),
    });
    const phone = await context.newPage();
    await joinAsCandidate(phone, `/codeshare/${roomCode}`, 'Ada Lovelace');
    await whenKept(phone);
    await whenEngineKept(phone, 'codemirror');

    await test.step('one file shows no list', async () => {
      await expect(tabs(laptop)).toHaveCount(0);
      await expect(list(phone)).toHaveCount(0);
      await expect(phone.getByRole('button', { name: 'New file' })).toBeVisible();
      const { width = 0, height = 0 } = laptop.viewportSize() ?? {};
      for (const narrow of [390, 820, 1024, width]) {
        await laptop.setViewportSize({ width: narrow, height });
        const newFile = laptop.getByRole('button', { name: 'New file' });
        // The button moves to another place.
        await expect(newFile).toHaveCount(1);
        await expect(newFile).toBeInViewport();
      }
    });

    await test.step('a new file appears for both; only its author is taken there', async () => {
      await createFile(laptop, 'utils.py');
      await expect(tabs(laptop)).toHaveText(['main.sql', 'utils.py']);
      await expect(tab(laptop, 'utils.py')).toHaveAttribute('aria-selected', 'true');
      await expect(laptop.getByRole('textbox', { name: 'Code editor' })).toBeFocused();
      await expect(file(phone, 'utils.py')).toBeVisible();
      await expect(file(phone, 'main.sql')).toHaveAttribute('aria-current', 'true');
    });

    await test.step('both type in different files at the same time', async () => {
      await Promise.all([typeAtEnd(laptop, 'def a(): pass\n'), typeAtEnd(phone, 'SELECT 7;\n')]);
      await expect(code(laptop)).not.toContainText('SELECT');
      await expect(code(phone)).not.toContainText('def');
      await file(phone, 'utils.py').click();
      await expectCode(phone, 'def a(): pass');
      await tab(laptop, 'main.sql').click();
      await expectCode(laptop, 'SELECT 7;');
    });

    await test.step('undo in one file leaves the other alone, and arrow keys move between tabs', async () => {
      await tab(laptop, 'main.sql').focus();
      await laptop.keyboard.press('ArrowRight');
      await expect(tab(laptop, 'utils.py')).toBeFocused();
      await expectCode(laptop, 'def a(): pass');
      await typeAtEnd(laptop, 'x = 1\n');
      await expectCode(phone, 'x = 1');
      for (let step = 0; step < 2; step++) await laptop.keyboard.press('Control+z');
      await expect(code(laptop)).not.toContainText('x = 1');
      await tab(laptop, 'main.sql').click();
      await expect(code(phone)).not.toContainText('x = 1');
      await expectCode(phone, 'def a(): pass');
      await expectCode(laptop, 'SELECT 7;');
      await tab(laptop, 'utils.py').click();
      await file(phone, 'main.sql').click();
      await expectCode(phone, 'SELECT 7;');
    });

    await test.step('a taken name is refused in words, another one created and renamed', async () => {
      await phone.getByRole('button', { name: 'New file' }).click();
      await nameDialog(phone).getByLabel('Name').fill('UTILS.py');
      await nameDialog(phone).getByRole('button', { name: 'Create' }).click();
      await expect(nameDialog(phone)).toContainText('There is utils.py already.');
      await nameDialog(phone).getByLabel('Name').fill('notes.md');
      await nameDialog(phone).getByRole('button', { name: 'Create' }).click();
      await expect(file(phone, 'notes.md')).toHaveAttribute('aria-current', 'true');
      await typeAtEnd(phone, '# Notes\n');
      await act(laptop, 'Rename');
      await nameDialog(laptop).getByLabel('Name').fill('lib/utils.py');
      await nameDialog(laptop).getByRole('button', { name: 'Rename' }).click();
      await expect(file(phone, 'lib/utils.py')).toBeVisible();
      for (const page of [laptop, phone]) expect(await violations(page)).toEqual([]);
      expect(await smallTargets(phone)).toEqual([]);
      await picture(laptop, 'files');
      await picture(phone, 'files-phone');
    });

    await test.step('a search by key or menu finds a place in another file, and shows it', async () => {
      await laptop.keyboard.press('Control+Shift+F');
      await laptop.getByRole('combobox', { name: 'Search files' }).fill('select 7');
      await expect(laptop.getByRole('option')).toHaveText(['1SELECT 7;']);
      expect(await violations(laptop)).toEqual([]);
      await picture(laptop, 'search');
      await laptop.keyboard.press('Enter');
      await expect(tab(laptop, 'main.sql')).toHaveAttribute('aria-selected', 'true');
      await expect(laptop.getByRole('textbox', { name: 'Code editor' })).toBeFocused();
      await act(phone, 'Search files');
      await phone.getByRole('combobox', { name: 'Search files' }).fill('DEF');
      expect(await violations(phone)).toEqual([]);
      expect(await smallTargets(phone)).toEqual([]);
      await picture(phone, 'search-phone');
      await phone.getByRole('option', { name: 'def a(): pass' }).tap();
      await expect(file(phone, 'lib/utils.py')).toHaveAttribute('aria-current', 'true');
      await file(phone, 'notes.md').click();
    });

    await test.step('following shows the file of the followed', async () => {
      await expect(tab(laptop, 'notes.md').getByTitle('Ada Lovelace is here')).toBeVisible();
      await laptop.getByRole('button', { name: 'Ada Lovelace, candidate' }).click();
      await laptop.getByRole('menuitem', { name: 'Follow' }).click();
      await expect(tab(laptop, 'notes.md')).toHaveAttribute('aria-selected', 'true');
      await expectCode(laptop, '# Notes');
      await file(phone, 'lib/utils.py').click();
      await expect(tab(laptop, 'lib/utils.py')).toHaveAttribute('aria-selected', 'true');
      await file(phone, 'notes.md').click();
      await expect(tab(laptop, 'notes.md')).toHaveAttribute('aria-selected', 'true');
    });

    await test.step('who was in a deleted file is told, and restores it with its text', async () => {
      await act(laptop, 'Delete');
      await expect(laptop.getByText('You deleted notes.md.')).toBeVisible();
      await expect(tab(laptop, 'main.sql')).toHaveAttribute('aria-selected', 'true');
      await expect(phone.getByText('deleted notes.md.')).toBeVisible();
      await expect(file(phone, 'main.sql')).toHaveAttribute('aria-current', 'true');
      await picture(phone, 'deleted');
      await phone.getByRole('button', { name: 'Restore' }).click();
      await expect(file(phone, 'notes.md')).toHaveAttribute('aria-current', 'true');
      await expectCode(phone, '# Notes');
      await expect(tabs(laptop)).toHaveText(['main.sql', 'lib/utils.py', 'notes.md']);
    });

    await test.step('only interviewers change files if they say so', async () => {
      await laptop.getByRole('button', { name: /^Room access/ }).click();
      await laptop.getByRole('menuitemcheckbox', { name: 'Candidates can change files' }).click();
      await expect(phone.getByRole('button', { name: 'New file' })).toHaveCount(0);
      await phone.getByRole('button', { name: 'File actions' }).click();
      await expect(phone.getByRole('menuitem')).toHaveText(['Search files']);
      await phone.keyboard.press('Escape');
    });

    await test.step('text typed offline into the second file survives a reload', async () => {
      await file(phone, 'lib/utils.py').click();
      await goOffline(context);
      await expect(phone.getByText('Disconnected', { exact: true })).toBeVisible();
      await typeAtEnd(phone, '# typed offline');
      await phone.getByRole('button', { name: 'Keep typing on this device' }).click();
      await typeAtEnd(phone, '\n# and held');
      await whenUnsentOnDevice(phone, '# and held');
      await tab(laptop, 'main.sql').click();
      await typeAtEnd(laptop, 'SELECT 8;\n');
      await phone.reload();
      await file(phone, 'lib/utils.py').click();
      await expectCode(phone, '# and held');
      await context.setOffline(false);
      await expect(phone.getByText('Connected', { exact: true })).toBeVisible({ timeout: 30_000 });
      await tab(laptop, 'lib/utils.py').click();
      for (const line of ['def a(): pass', '# typed offline', '# and held']) {
        await expectCode(laptop, line);
        await expectCode(phone, line);
      }
      await file(phone, 'main.sql').click();
      await expectCode(phone, 'SELECT 8;');
      const { code: saved } = await readInterview(laptop, roomCode);
      expect(saved).not.toContain('typed offline');
    });
    await context.close();
  },
);

async function createFile(page: Page, name: string): Promise<void> {
  await page.getByRole('button', { name: 'New file' }).click();
  await nameDialog(page).getByLabel('Name').fill(name);
  await nameDialog(page).getByRole('button', { name: 'Create' }).click();
  await expect(nameDialog(page)).toHaveCount(0);
}

/** Chooses an action on the shown file. */
async function act(page: Page, name: string): Promise<void> {
  await page.getByRole('button', { name: 'File actions' }).click();
  await page.getByRole('menuitem', { name, exact: true }).click();
}
