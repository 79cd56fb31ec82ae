import type { Page } from '@playwright/test';
import { violations } from '../support/accessibility.ts';
import { expect, test } from '../support/fixtures.ts';
import { newCompany, registerOnFreePlan, startInterview } from '../support/steps.ts';

declare global {
  interface Window {
    /** What the share sheet got, and whether it was called during a click. */
    shared: { url: string | undefined; isActive: boolean }[];
    shareFailure: string | undefined;
  }
}

/** Headless Chromium has no share sheet; this one records its calls and fails as configured. */
async function giveShareSheet(page: Page): Promise<void> {
  await page.addInitScript(() => {
    window.shared = [];
    navigator.share = async (data) => {
      window.shared.push({ url: data?.url, isActive: navigator.userActivation.isActive });
      if (window.shareFailure !== undefined) throw new DOMException('no', window.shareFailure);
    };
  });
}

const say = (page: Page, text: string) => expect(page.getByText(text, { exact: true })).toBeVisible();

test('opens the share sheet within the click; cancelling is silent, a refusal copies the link', async ({ laptop }) => {
  await giveShareSheet(laptop);
  await registerOnFreePlan(laptop, newCompany());
  const roomCode = await startInterview(laptop);
  const link = `${new URL(laptop.url()).origin}/codeshare/${roomCode}`;
  const share = laptop.getByRole('button', { name: 'Share link' });
  await share.click();
  await say(laptop, 'Link shared successfully!');
  expect(await laptop.evaluate(() => window.shared)).toEqual([{ url: link, isActive: true }]);

  await expect(laptop.getByText('Link shared successfully!')).toHaveCount(0);
  await laptop.evaluate(() => (window.shareFailure = 'AbortError'));
  await share.click();
  await expect.poll(() => laptop.evaluate(() => window.shared.length)).toBe(2);
  await expect(laptop.getByText(/shared successfully|copied|Failed/)).toHaveCount(0);

  await laptop.evaluate(() => (window.shareFailure = 'NotAllowedError'));
  await share.click();
  await say(laptop, 'Interview link copied to clipboard!');
  expect(await laptop.evaluate(() => navigator.clipboard.readText())).toBe(link);
});

test('copies the link without a share sheet, and shows it as a QR code', async ({ laptop, picture }) => {
  await registerOnFreePlan(laptop, newCompany());
  const roomCode = await startInterview(laptop);
  const link = `${new URL(laptop.url()).origin}/codeshare/${roomCode}`;
  await laptop.getByRole('button', { name: 'Share link' }).click();
  await say(laptop, 'Interview link copied to clipboard!');
  expect(await laptop.evaluate(() => navigator.clipboard.readText())).toBe(link);

  for (const colorScheme of ['light', 'dark'] as const) {
    await laptop.emulateMedia({ colorScheme });
    await laptop.getByRole('button', { name: 'QR code' }).click();
    const dialog = laptop.getByRole('dialog', { name: 'Candidate link' });
    await expect(dialog.getByRole('img', { name: 'QR code of the candidate link' })).toBeVisible();
    await expect(dialog.getByText(link)).toBeVisible();
    expect(await violations(laptop)).toEqual([]);
    await picture(laptop, `qr ${colorScheme}`);
    await laptop.keyboard.press('Escape');
    await expect(dialog).toHaveCount(0);
  }
});

test('shows that the clipboard refused', async ({ laptop }) => {
  await laptop.addInitScript(() => {
    navigator.clipboard.writeText = () => Promise.reject(new DOMException('no', 'NotAllowedError'));
  });
  await registerOnFreePlan(laptop, newCompany());
  await startInterview(laptop);
  await laptop.getByRole('button', { name: 'Copy link' }).click();
  await say(laptop, 'Failed to copy link');
});
