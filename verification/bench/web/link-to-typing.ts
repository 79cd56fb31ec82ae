import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { chromium } from '@playwright/test';
import type { BrowserContext, CDPSession, Page } from '@playwright/test';
import { devices } from '../../../testkit/devices.ts';

/** Lighthouse's slow 4G, 1.6 Mbit/s down and 750 kbit/s up: latency in milliseconds, throughput in bytes per second. */
const SLOW_4G = { offline: false, latency: 150, downloadThroughput: 204_800, uploadThroughput: 93_750 };
/** Slow-down of the processor to simulate a phone. */
export const CPU_TIMES = 4;
const GIVE_UP_MS = 60_000;
/** If nothing was added for this time, the device's cache counts as complete, in milliseconds. */
const CACHE_QUIET_MS = 2_000;

/** Time from the tap on a link to the first typed letter on the screen, in milliseconds. */
export interface LinkToTyping {
  /** On a device with an empty cache. */
  cold: number;
  /** On a device that was in an interview before, with a complete cache. */
  warm: number;
}

/**
 * Opens one link on a new phone and a second one on the same phone. `nextLink` starts an interview and returns its
 * link.
 */
export async function measureLinkToTyping(
  executablePath: string,
  args: string[],
  nextLink: () => Promise<string>,
): Promise<LinkToTyping> {
  // Playwright's default context is private and does not cache compiled scripts; phones do.
  const profile = await mkdtemp(join(tmpdir(), 'cip-bench-phone-'));
  const phone = await chromium.launchPersistentContext(profile, {
    executablePath,
    args,
    ...devices.phone,
    reducedMotion: 'reduce',
  });
  try {
    const cold = await visit(phone, await nextLink(), untilCached);
    const warm = await visit(phone, await nextLink());
    return { cold, warm };
  } finally {
    await phone.close();
    await rm(profile, { recursive: true, force: true });
  }
}

/**
 * Measures one visit in which the name is typed immediately. Conditions run as plain expressions once per frame,
 * because Playwright's locators would run on the slowed processor too and distort the figure.
 */
async function visit(phone: BrowserContext, link: string, stay?: (page: Page) => Promise<void>): Promise<number> {
  const page = await phone.newPage();
  page.setDefaultTimeout(GIVE_UP_MS);
  const debuggerOfPage = await throttle(page);
  const once = (condition: string) => waitForCondition(debuggerOfPage, condition);
  const from = performance.now();
  await page.goto(link, { waitUntil: 'commit' });
  // The field has the focus from the start.
  await once(`document.activeElement?.matches('input[autocomplete=name]')`);
  await page.keyboard.insertText('Ada Lovelace');
  await page.keyboard.press('Enter');
  const code = '.cm-content[contenteditable=true]';
  await once(`document.querySelector('${code}') !== null`);
  await debuggerOfPage.send('Runtime.evaluate', { expression: `document.querySelector('${code}').focus()` });
  await page.keyboard.press('a');
  // The first key takes the place of the starting text.
  await once(`document.querySelector('.cm-line')?.textContent === 'a'`);
  const took = performance.now() - from;
  await stay?.(page);
  await page.close();
  return took;
}

/** Resolves at the first frame in which an expression is true. Throws if that takes too long. */
async function waitForCondition(debuggerOfPage: CDPSession, condition: string): Promise<void> {
  const expression = `new Promise((resolve, reject) => {
    const tooLate = setTimeout(reject, ${GIVE_UP_MS}, new Error('The condition did not become true in time.'));
    const look = () => (${condition} ? resolve(clearTimeout(tooLate)) : requestAnimationFrame(look));
    look();
  })`;
  const { exceptionDetails } = await debuggerOfPage.send('Runtime.evaluate', { expression, awaitPromise: true });
  if (exceptionDetails) throw new Error(exceptionDetails.exception?.description ?? exceptionDetails.text);
}

/** Waits until the service worker is active and has cached everything that a room needs. */
async function untilCached(page: Page): Promise<void> {
  await page.evaluate(async (quietMs) => {
    await navigator.serviceWorker.ready;
    const count = async () => {
      const cached = await Promise.all((await caches.keys()).map(async (name) => (await caches.open(name)).keys()));
      return cached.flat().length;
    };
    for (let before = -1, now = await count(); now !== before; now = await count()) {
      before = now;
      await new Promise((resolve) => setTimeout(resolve, quietMs));
    }
  }, CACHE_QUIET_MS);
}

async function throttle(page: Page): Promise<CDPSession> {
  const debuggerOfPage = await page.context().newCDPSession(page);
  await debuggerOfPage.send('Network.enable');
  await debuggerOfPage.send('Network.emulateNetworkConditions', SLOW_4G);
  await debuggerOfPage.send('Emulation.setCPUThrottlingRate', { rate: CPU_TIMES });
  return debuggerOfPage;
}
