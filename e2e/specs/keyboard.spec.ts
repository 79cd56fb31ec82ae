import type { Locator, Page } from '@playwright/test';
import { expect, test } from '../support/fixtures.ts';
import { expectCode, newCompany } from '../support/steps.ts';

/** More than the focusable elements of any page. */
const MOST_STOPS = 60;

test('runs an interview by keyboard alone', { tag: '@long' }, async ({ laptop }) => {
  const company = newCompany();

  await test.step('register and take a plan', async () => {
    await laptop.goto('/register');
    await tabTo(laptop, laptop.getByLabel('Company Name'));
    await laptop.keyboard.type(company.name);
    await tabTo(laptop, laptop.getByLabel('Email Address'));
    await laptop.keyboard.type(company.email);
    for (const label of ['Password', 'Confirm Password']) {
      await tabTo(laptop, laptop.getByLabel(label, { exact: true }));
      await laptop.keyboard.type(company.password);
    }
    await laptop.keyboard.press('Enter');
    await expect(laptop.getByRole('heading', { name: 'Choose Your Plan' })).toBeVisible();
    const subscribe = laptop.getByRole('article', { name: 'Starter' }).getByRole('button', { name: 'Subscribe' });
    await expect(subscribe).toBeEnabled();
    await tabTo(laptop, subscribe);
    await laptop.keyboard.press('Enter');
    await expect(laptop.getByText(`Welcome back, ${company.name}!`)).toBeVisible();
  });

  await test.step('start, share, write, and leave the editor', async () => {
    await tabTo(laptop, laptop.getByRole('button', { name: /^Start Interview/ }));
    await laptop.keyboard.press('Enter');
    await expect(laptop.getByText('Connected', { exact: true })).toBeVisible({ timeout: 30_000 });
    await expect(laptop.getByRole('button', { name: 'Copy invite link' })).toBeFocused();
    await tabTo(laptop, laptop.getByRole('button', { name: 'Copy link' }));
    await laptop.keyboard.press('Enter');
    await expect(laptop.getByText('Interview link copied to clipboard!')).toBeVisible();
    await tabTo(laptop, laptop.locator('.monaco-editor').first().getByRole('textbox'));
    await laptop.keyboard.press('Control+End');
    await laptop.keyboard.type('\nSELECT 1;\n');
    await expectCode(laptop, 'SELECT 1;');
    await laptop.keyboard.press('Control+m');
  });

  await test.step('cancelling the dialog restores the focus; confirming ends the interview', async () => {
    const end = laptop.getByRole('button', { name: 'End', exact: true });
    await tabTo(laptop, end);
    await laptop.keyboard.press('Enter');
    const question = laptop.getByRole('alertdialog');
    await expect(question.getByRole('button', { name: 'Cancel' })).toBeFocused();
    await laptop.keyboard.press('Escape');
    await expect(end).toBeFocused();
    await laptop.keyboard.press('Enter');
    await tabTo(laptop, question.getByRole('button', { name: 'End' }));
    await laptop.keyboard.press('Enter');
    await expect(laptop.getByRole('textbox', { name: 'My notes' })).toBeFocused({ timeout: 15_000 });
    // Over the ways to the recording and the code.
    for (let stop = 0; stop < 3; stop++) await laptop.keyboard.press('Shift+Tab');
    await expect(laptop.getByRole('button', { name: 'Back to sessions' })).toBeFocused();
    await laptop.keyboard.press('Enter');
    await expect(laptop.getByText('COMPLETED', { exact: true })).toBeVisible({ timeout: 15_000 });
  });

  await test.step('find it in the list', async () => {
    await tabTo(laptop, laptop.getByRole('button', { name: /^Actions for/ }));
    await laptop.keyboard.press('Enter');
    await expect(laptop.getByRole('menuitem', { name: 'View Details' })).toBeFocused();
    await laptop.keyboard.press('Enter');
    const details = laptop.getByRole('dialog', { name: 'Session details' });
    await expect(details.getByText('SELECT 1;')).toBeVisible();
    await laptop.keyboard.press('Escape');
    await expect(details).toHaveCount(0);
    await tabTo(laptop, laptop.getByRole('button', { name: 'New Session', exact: true }));
    await laptop.keyboard.press('Enter');
    await expect(laptop.getByRole('dialog', { name: 'New Session' })).toBeVisible();
    await laptop.keyboard.press('Escape');
    await expect(laptop.getByRole('button', { name: 'New Session', exact: true })).toBeFocused();
  });
});

/** Presses Tab until the element has the focus. */
async function tabTo(page: Page, wanted: Locator): Promise<void> {
  await wanted.waitFor({ state: 'attached' });
  const isThere = () => wanted.evaluate((element) => element === document.activeElement);
  for (let stop = 0; stop < MOST_STOPS; stop++) {
    if (await isThere()) return;
    await page.keyboard.press('Tab');
  }
  throw new Error(`Tab does not come to ${String(wanted)}.`);
}
