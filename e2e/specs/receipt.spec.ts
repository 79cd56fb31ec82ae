import { readFile } from 'node:fs/promises';
import type { Locator, Page } from '@playwright/test';
import { smallTargets, violations } from '../support/accessibility.ts';
import { expect, test } from '../support/fixtures.ts';
import { layoutShift } from '../support/layout-shift.ts';
import { endInterview, expectCode, joinAsCandidate, newCompany, openInterview, typeAtEnd } from '../support/steps.ts';

const RECEIPT = '**/api/public/session/*/receipt';
/** The largest layout shift of the page while its receipt loads. */
const SHIFT_MAX = 0.01;

async function download(page: Page, button: string): Promise<{ name: string; path: string; text: string }> {
  const [saved] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: button, exact: true }).click(),
  ]);
  const path = await saved.path();
  return { name: saved.suggestedFilename(), path, text: await readFile(path, 'utf8') };
}

/** Returns the texts of buttons by their places: line by line, from the left. */
const byPlace = (buttons: Locator) =>
  buttons.evaluateAll((all) =>
    all
      .map((button) => ({ text: button.textContent, ...(button.getBoundingClientRect().toJSON() as DOMRect) }))
      .toSorted((one, other) => one.y - other.y || one.x - other.x)
      .map(({ text }) => text),
  );

const json = (name: string, text: string) => ({ name, mimeType: 'application/json', buffer: Buffer.from(text) });

test.use({ expectedProblems: /ERR_FAILED.*\/receipt/ });

test(
  'gives a candidate a receipt that anyone checks: as it is, changed, and with the code',
  { tag: '@long' },
  async ({ laptop, phone, page, picture }) => {
    const company = newCompany();
    const roomCode = await openInterview(laptop, company);
    await joinAsCandidate(phone, `/codeshare/${roomCode}`, 'Ada');
    await typeAtEnd(phone, '\nselect 1;\n');
    await expectCode(laptop, 'select 1;');
    await endInterview(laptop);

    await test.step('the way out is last, by keyboard and by eye', async () => {
      const buttons = phone.getByRole('alertdialog', { name: 'Session Ended' }).getByRole('button');
      const order = ['Download code', 'Receipt', 'Copy code', 'OK'];
      await expect(buttons).toHaveText(order);
      for (const width of [320, 390, 1280]) {
        await phone.setViewportSize({ width, height: 844 });
        expect(await byPlace(buttons)).toEqual(order);
      }
      await phone.setViewportSize({ width: 390, height: 844 });
    });

    await test.step('with the server away, the way back leads to the code', async () => {
      await phone.route(RECEIPT, (route) => route.abort());
      await phone.getByRole('button', { name: 'Receipt' }).click();
      await expect(phone.getByRole('heading', { name: 'Your receipt' })).toBeVisible();
      await picture(phone, '0 away');
      await phone.getByRole('button', { name: 'Back' }).click();
      const code = await download(phone, 'Download code');
      expect(code.text).toContain('select 1;');
      await phone.unroute(RECEIPT);
    });

    const saved = await test.step('after the end, and after a reload', async () => {
      await phone.getByRole('button', { name: 'Receipt' }).click();
      await expect(phone.getByText(/^Thank you, /)).toHaveText(/^Thank you, .+\. Save your code and receipt\.$/);
      const seen = Promise.withResolvers<void>();
      await phone.route(RECEIPT, async (route) => {
        await seen.promise;
        await route.continue();
      });
      await phone.reload();
      await expect(phone.getByRole('alertdialog', { name: 'Session Ended' })).toBeVisible();
      // While a route is set, the browser has no cache: the font arrives late and changes the lines of the dialog.
      await expect.poll(() => phone.evaluate(() => document.fonts.check('16px Geist'))).toBe(true);
      const before = await layoutShift(phone);
      seen.resolve();
      // On the page behind the dialog.
      await expect(phone.getByText('Technical details')).toBeVisible();
      expect((await layoutShift(phone)) - before).toBeLessThan(SHIFT_MAX);
      await phone.unroute(RECEIPT);
      expect(await violations(phone)).toEqual([]);
      await phone.getByRole('button', { name: 'Your code and receipt' }).click();
      await expect(phone.getByText('Edits by the candidate')).toBeVisible();
      expect(await violations(phone)).toEqual([]);
      expect(await smallTargets(phone)).toEqual([]);
      await picture(phone, '1 receipt');
      const code = await download(phone, 'Download code');
      expect(code.text).toContain('select 1;');
      return { code, receipt: await download(phone, 'Download receipt') };
    });

    await test.step('a genuine receipt shows each fact', async () => {
      await page.goto('/verify');
      await page.getByLabel(/^Choose the receipt’s file/).setInputFiles(json('receipt.json', saved.receipt.text));
      await expect(page.getByText('Genuine. This site signed exactly this receipt.')).toBeVisible();
      await expect(page.getByText(company.name, { exact: true }).first()).toBeVisible();
      await expect(page.getByText('Ada', { exact: true })).toBeVisible();
      await expect(page.getByText(/^[0-9a-f]{64}$/)).toBeHidden();
      await page.getByText('Technical details').click();
      await expect(page.getByText(/^[0-9a-f]{64}$/)).toBeVisible();
      const code = page.getByLabel('Compare a code file with the receipt');
      await code.setInputFiles(saved.code.path);
      await expect(page.getByText('This file is the final code, byte for byte.')).toBeVisible();
      await code.setInputFiles(json('other.sql', 'select 2;'));
      await expect(page.getByText('This file is not the final code of the receipt.')).toBeVisible();
      expect(await violations(page)).toEqual([]);
      await picture(page, '2 genuine');
    });

    await test.step('one changed character is not genuine, in a file and pasted', async () => {
      const forged = saved.receipt.text.replace('"candidate": "Ada"', '"candidate": "Eve"');
      expect(forged).not.toBe(saved.receipt.text);
      await page.getByLabel(/^Choose the receipt’s file/).setInputFiles(json('forged.json', forged));
      await expect(page.getByText(/^Not genuine\./)).toBeVisible();
      await expect(page.getByText('Eve', { exact: true })).toHaveCount(0);
      expect(await violations(page)).toEqual([]);
      await picture(page, '3 forged');
      await page.getByLabel('Or paste its text').fill(saved.receipt.text);
      await page.getByRole('button', { name: 'Check', exact: true }).click();
      await expect(page.getByText('Genuine. This site signed exactly this receipt.')).toBeVisible();
      await page.getByLabel('Or paste its text').fill(forged);
      await page.getByRole('button', { name: 'Check', exact: true }).click();
      await expect(page.getByText(/^Not genuine\./)).toBeVisible();
    });

    await test.step('a receipt that is dropped on the page', async () => {
      const dropped = await page.evaluateHandle((text) => {
        const data = new DataTransfer();
        data.items.add(new File([text], 'receipt.json', { type: 'application/json' }));
        return data;
      }, saved.receipt.text);
      await page.dispatchEvent('main', 'drop', { dataTransfer: dropped });
      await expect(page.getByText('Genuine. This site signed exactly this receipt.')).toBeVisible();
    });

    await test.step('Done removes the receipt from the device', async () => {
      await phone.getByRole('button', { name: 'Done' }).click();
      await expect(phone).toHaveURL(/\/$/);
      await phone.goto(`/codeshare/${roomCode}`);
      await expect(phone.getByRole('alertdialog', { name: 'Session Ended' })).toBeVisible();
      await expect(phone.getByRole('button', { name: 'Your code and receipt' })).toHaveCount(0);
    });
  },
);
