import type { Page } from '@playwright/test';
import { violations } from '../support/accessibility.ts';
import { expect, test } from '../support/fixtures.ts';
import { expectCode, joinAsCandidate, openInterview, typeAtEnd } from '../support/steps.ts';

const status = (page: Page) => page.locator('.cm-vim-panel');
/** Returns the lines without indentation, which depends on the language. */
const lines = async (page: Page) => (await page.locator('.cm-line').allInnerTexts()).map((line) => line.trim());

test(
  'undoes own edits by Vim keys, holds unfinished lines, and leaves the editor by Tab',
  { tag: '@long' },
  async ({ laptop, phone, picture }) => {
    const roomCode = await openInterview(laptop);
    await joinAsCandidate(phone, `/codeshare/${roomCode}`, 'Ada Lovelace');

    await test.step('they switch to CodeMirror, and persist', async () => {
      await laptop.getByRole('button', { name: 'Editor settings' }).click();
      const sheet = laptop.getByRole('dialog', { name: 'Editor settings' });
      await sheet.getByRole('switch', { name: 'Vim keys' }).click();
      await expect(sheet.getByRole('radio', { name: 'CodeMirror' })).toBeChecked();
      await expect(sheet.getByRole('radio', { name: 'Monaco' })).toBeDisabled();
      await picture(laptop, 'settings');
      await laptop.keyboard.press('Escape');
      await laptop.reload();
      await expect(status(laptop)).toContainText('NORMAL');
      await expect(laptop.locator('.cm-editor')).toHaveCSS('font-size', '14px');
    });

    await test.step('a line is held until it is finished', async () => {
      await laptop.locator('.cm-content').click();
      await laptop.keyboard.type('GoSELECT secret', { delay: 10 });
      await expect(status(laptop)).toContainText('INSERT');
      await expectCode(laptop, 'SELECT secret');
      await picture(laptop, 'insert');
      await laptop.keyboard.press('Escape');
      await laptop.keyboard.type('/secret');
      await expect(laptop.getByLabel('Vim command')).toBeFocused();
      expect(await violations(laptop)).toEqual([]);
      await picture(laptop, 'search');
      await laptop.keyboard.press('Enter');
      await expect(laptop.locator('.cm-content')).toBeFocused();
      await laptop.waitForTimeout(500);
      expect((await lines(phone)).join('\n')).not.toContain('secret');
      await laptop.keyboard.type(':w\n');
      await expectCode(phone, 'secret');
    });

    await test.step('undo reverts own commands one by one, and not the peer’s text', async () => {
      await typeAtEnd(phone, '\n-- from the phone\n');
      await expectCode(laptop, '-- from the phone');
      await laptop.keyboard.type('ggOone', { delay: 10 });
      await laptop.keyboard.press('Escape');
      await laptop.keyboard.type('otwo', { delay: 10 });
      await laptop.keyboard.press('Escape');
      await laptop.keyboard.type('ggdddd', { delay: 10 });
      expect(await lines(laptop)).not.toContain('two');
      await laptop.keyboard.type('u');
      expect((await lines(laptop)).slice(0, 1)).toEqual(['two']);
      await laptop.keyboard.type('u');
      expect((await lines(laptop)).slice(0, 2)).toEqual(['one', 'two']);
      await laptop.keyboard.type('20u');
      await expectCode(laptop, '-- from the phone');
      expect((await lines(laptop)).join('\n')).not.toMatch(/\b(one|two|secret)\b/);
      await laptop.keyboard.press('Control+r');
      await expect.poll(() => lines(laptop).then((all) => all.join('\n'))).toMatch(/SELECT secret/);
      await laptop.keyboard.type(':undo\n:w\n');
      await expectCode(phone, '-- from the phone');
    });

    await test.step('F2 leads to the notes and back, in the middle of an insertion', async () => {
      await laptop.keyboard.type('Goheld', { delay: 10 });
      await laptop.keyboard.press('F2');
      const notes = laptop.getByRole('textbox', { name: 'My notes' });
      await expect(notes).toBeFocused();
      await laptop.keyboard.type('Plans ahead');
      await laptop.keyboard.press('F2');
      await expect(laptop.locator('.cm-content')).toBeFocused();
      await expect(status(laptop)).toContainText('INSERT');
      await laptop.keyboard.type(' on');
      await expectCode(laptop, 'held on');
      await laptop.keyboard.press('Escape');
      await laptop.keyboard.type('dd');
      await expect(notes).toHaveValue('Plans ahead');
      await laptop.keyboard.press('F2');
      await laptop.keyboard.press('Escape');
      await expect(notes).toHaveCount(0);
      await expect(laptop.locator('.cm-content')).toBeFocused();
    });

    await test.step('Tab leaves the editor', async () => {
      await laptop.keyboard.press('Control+m');
      await laptop.keyboard.press('Tab');
      await expect(laptop.locator('.cm-content:focus')).toHaveCount(0);
    });
  },
);
