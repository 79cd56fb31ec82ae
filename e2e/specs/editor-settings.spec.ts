import type { Page } from '@playwright/test';
import { expect, test } from '../support/fixtures.ts';
import { expectCode, joinAsCandidate, openInterview, typeAtEnd } from '../support/steps.ts';
import { violations } from '../support/accessibility.ts';

test(
  'applies editor settings immediately and keeps them on the device',
  { tag: '@long' },
  async ({ laptop, phone, picture }) => {
    const roomCode = await openInterview(laptop);
    await joinAsCandidate(phone, `/codeshare/${roomCode}`, 'Ada Lovelace');
    const sheet = laptop.getByRole('dialog', { name: 'Editor settings' });

    await test.step('starts dark, with 14 px, and as high as the window less 200 px', async () => {
      await expect(laptop.locator('[data-editor-theme="dark"]')).toBeVisible();
      await expect(laptop.getByRole('main')).toHaveCSS('height', `${(laptop.viewportSize()?.height ?? 0) - 200}px`);
      await expect(laptop.locator('.monaco-editor .view-lines').first()).toHaveCSS('font-size', '14px');
    });

    await test.step('theme, size, wrap and minimap in Monaco', async () => {
      await laptop.getByRole('button', { name: 'Editor settings' }).click();
      await sheet.getByText('Light', { exact: true }).click();
      await sheet.getByText('20', { exact: true }).click();
      await sheet.getByRole('switch', { name: 'Word wrap' }).click();
      await sheet.getByRole('switch', { name: 'Minimap' }).click();
      await expect(laptop.locator('[data-editor-theme="light"]')).toBeVisible();
      await expect(laptop.locator('.monaco-editor .view-lines').first()).toHaveCSS('font-size', '20px');
      await expect(laptop.locator('.monaco-editor .minimap').first()).toBeVisible();
      await picture(laptop, 'settings');
      expect(await violations(laptop)).toEqual([]);
    });

    await test.step('the other editor shows the same text with the same settings', async () => {
      await sheet.getByText('CodeMirror', { exact: true }).click();
      await laptop.keyboard.press('Escape');
      await expect(sheet).toHaveCount(0);
      await expect(laptop.locator('.cm-content.cm-lineWrapping')).toBeVisible();
      await expect(laptop.locator('.cm-editor')).toHaveCSS('font-size', '20px');
      await typeAtEnd(laptop, '\nSELECT 1;\n');
      await expectCode(phone, 'SELECT 1;');
      await laptop.reload();
      await expect(laptop.locator('.cm-content.cm-lineWrapping')).toBeVisible();
      await expectCode(laptop, 'SELECT 1;');
    });

    await test.step('other participants see no difference; a phone has the settings too', async () => {
      await expect(phone.locator('[data-editor-theme="dark"]')).toBeVisible();
      await phone.getByRole('button', { name: 'Editor settings' }).click();
      await phone.getByRole('dialog').getByText('Light', { exact: true }).click();
      await expect(phone.locator('[data-editor-theme="light"]')).toBeVisible();
      await picture(phone, 'settings on the phone');
    });
  },
);

test('finds, replaces, and leaves both editors by keyboard', { tag: '@long' }, async ({ laptop, phone, picture }) => {
  const roomCode = await openInterview(laptop);
  await joinAsCandidate(phone, `/codeshare/${roomCode}`, 'Ada Lovelace');

  await test.step('Monaco', async () => {
    await typeAtEnd(laptop, '\n-- needle\n');
    await laptop.keyboard.press('Control+f');
    await expect(laptop.locator('.find-widget.visible')).toBeVisible();
    await expectOwnLook(laptop, '.find-widget');
    await laptop.keyboard.press('Escape');
    await laptop.locator('.view-line').first().click({ button: 'right' });
    await expectOwnLook(laptop, '.monaco-menu');
    await laptop.keyboard.press('Escape');
    await laptop.keyboard.press('F1');
    await expectOwnLook(laptop, '.quick-input-widget');
    await laptop.keyboard.press('Escape');
    await laptop.locator('.view-line').first().click();
    await laptop.keyboard.press('Control+m');
    await laptop.keyboard.press('Tab');
    await expect(laptop.locator('.monaco-editor textarea:focus, .monaco-editor [role=textbox]:focus')).toHaveCount(0);
  });

  await test.step('the touch editor', async () => {
    await expectCode(phone, '-- needle');
    await phone.getByRole('button', { name: 'Find' }).click();
    await phone.locator('.cm-search [name=search]').fill('needle');
    await phone.locator('.cm-search input[name=replace]').fill('thread');
    await picture(phone, 'find on the phone');
    // The on-screen keyboard covers the lower half of a phone.
    const panel = await phone.locator('.cm-search').boundingBox();
    expect(panel?.height).toBeLessThan((phone.viewportSize()?.height ?? 0) / 3);
    await phone.getByRole('button', { name: 'replace all' }).click();
    await expectCode(phone, '-- thread');
    await phone.locator('.cm-content').focus();
    await phone.keyboard.press('Control+m');
    await phone.keyboard.press('Tab');
    await expect(phone.locator('.cm-content:focus')).toHaveCount(0);
  });
});

/** Expects that a part of Monaco has the typeface, corner and edge of the product's own controls. */
async function expectOwnLook(page: Page, selector: string): Promise<void> {
  const part = page.locator(selector);
  await expect(part).toHaveCSS('font-family', /^Geist/);
  await expect(part).toHaveCSS('border-radius', '6px');
  await expect(part).toHaveCSS('border-top-width', '1px');
}
