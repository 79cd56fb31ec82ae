import { setTimeout } from 'node:timers/promises';
import type { Page } from '@playwright/test';
import { caller, newRoom, putStorage, registerOnPlan, visitor } from '../support/accounts.ts';
import { expect, test } from '../support/fixtures.ts';
import { newCompany } from '../support/steps.ts';

/** 60 characters, with letters of Latin Extended and of Vietnamese. */
const NAME = 'Čapková-Nguyễn Gesellschaft für angewandte Informatik in Ulm';
/** Lines that such a name may take on a phone. */
const NAME_LINES_MAX = 3;
/** If a font arrives later than this after its text, people notice the swap (ms). */
const SWAP_MAX_MS = 300;

/** When the font of the slow network arrives (ms). */
const FONT_MS = 600;

declare global {
  interface Window {
    /** When the first code of a list was shown, and when fonts arrived (ms since navigation). */
    typeface: { codeAt: number | null; fonts: { family: string; at: number }[] };
  }
}

/** Returns the fonts of the product that an element is drawn with, and others as `system: …`. */
async function fontsOf(page: Page, selector: string): Promise<string[]> {
  const client = await page.context().newCDPSession(page);
  await client.send('DOM.enable');
  await client.send('CSS.enable');
  const { root } = await client.send('DOM.getDocument');
  const { nodeId } = await client.send('DOM.querySelector', { nodeId: root.nodeId, selector });
  const { fonts } = await client.send('CSS.getPlatformFontsForNode', { nodeId });
  return [
    ...new Set(fonts.map(({ familyName, isCustomFont }) => (isCustomFont ? familyName : `system: ${familyName}`))),
  ];
}

/** Delays replies until the event of `until` has happened. */
async function delay(page: Page, url: RegExp, until: () => Promise<unknown>): Promise<void> {
  await page.route(url, async (route) => {
    await until();
    await route.continue();
  });
}

test(
  'draws names of Latin Extended and Vietnamese letters, and room codes, without a late swap',
  { tag: '@long' },
  async ({ page }) => {
    const { owner } = await registerOnPlan(page.request, { ...newCompany(), name: NAME });
    const roomCode = newRoom();
    await caller(page.request, owner.token)('POST', '/interview-sessions/quick-start', { room_code: roomCode });
    await putStorage(page, visitor(owner));
    await page.addInitScript(() => {
      window.typeface = { codeAt: null, fonts: [] };
      document.fonts.addEventListener('loadingdone', ({ fontfaces }) => {
        const at = performance.now();
        for (const { family } of fontfaces) window.typeface.fonts.push({ family, at });
      });
      new MutationObserver(() => {
        if (document.querySelector('main code')) window.typeface.codeAt ??= performance.now();
      }).observe(document, { subtree: true, childList: true });
    });
    // A slow network: the font arrives before the list, because it is requested before it.
    const font = page.waitForEvent('requestfinished', (request) => /jetbrains-mono-latin-wght/.test(request.url()));
    await delay(page, /jetbrains-mono-latin-wght/, () => setTimeout(FONT_MS));
    await delay(page, /\/api\/interview-sessions\?/, () => font);
    await page.goto('/sessions');
    await expect(page.getByText(roomCode)).toBeVisible();
    await expect.poll(() => fontsOf(page, 'main code')).toEqual(['JetBrains Mono']);
    const { codeAt, fonts } = await page.evaluate(() => window.typeface);
    expect(codeAt).not.toBeNull();
    expect(fonts.filter(({ at }) => at > (codeAt ?? 0) + SWAP_MAX_MS)).toEqual([]);
    await page.unrouteAll({ behavior: 'ignoreErrors' });
    await page.goto('/dashboard');
    await expect(page.getByRole('heading', { level: 1 })).toContainText(NAME);
    await expect.poll(() => fontsOf(page, 'h1')).toEqual(['Geist']);

    await putStorage(page, { storage: [] }, { afresh: true });
    await page.setViewportSize({ width: 390, height: 844 });
    await page.goto(`/codeshare/${roomCode}`);
    const lines = await page
      .locator('h1')
      .getByText(NAME)
      .evaluate((name) => name.getBoundingClientRect().height / Number.parseFloat(getComputedStyle(name).lineHeight));
    expect(Math.round(lines)).toBeLessThanOrEqual(NAME_LINES_MAX);
    await expect.poll(() => fontsOf(page, 'h1 span')).toEqual(['Geist']);
  },
);
