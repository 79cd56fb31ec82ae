import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { chromium } from '@playwright/test';
import type { BrowserContext, CDPSession, Page } from '@playwright/test';
import { devices } from '../../../e2e/support/devices.ts';

/** Slow 4G as Lighthouse knows it, 1.6 Mbit/s down and 750 kbit/s up: milliseconds a request, and bytes a second. */
const SLOW_4G = { offline: false, latency: 150, downloadThroughput: 204_800, uploadThroughput: 93_750 };
/** A phone's processor is this many times slower than this machine's. */
const CPU_TIMES = 4;
const GIVE_UP_MS = 60_000;
/** What the device keeps of the product is taken for complete when nothing was added for so long, in milliseconds. */
const KEPT_AFTER_MS = 2_000;

/** From the tap on a link to the first own letter on the screen, in milliseconds. */
export interface LinkToTyping {
  /** On a device that never saw the product. */
  cold: number;
  /** On one that was in an interview before, for long enough to keep what it keeps of the product. */
  warm: number;
}

/** Opens one link on a new phone, and another one on the same phone. `nextLink` starts an interview nobody has joined. */
export async function measureLinkToTyping(
  executablePath: string,
  args: string[],
  nextLink: () => Promise<string>,
): Promise<LinkToTyping> {
  // A private window, which Playwright opens otherwise, keeps no compiled scripts; phones do.
  const profile = await mkdtemp(join(tmpdir(), 'cip-bench-phone-'));
  const phone = await chromium.launchPersistentContext(profile, {
    executablePath,
    args,
    ...devices.phone,
    reducedMotion: 'reduce',
  });
  try {
    const cold = await visit(phone, await nextLink(), untilKept);
    const warm = await visit(phone, await nextLink());
    return { cold, warm };
  } finally {
    await phone.close();
    await rm(profile, { recursive: true, force: true });
  }
}

/**
 * One visit by somebody who types the name at once; what is measured is the product and the network, not the person.
 * The page is asked in its own words, once a frame: what Playwright brings along to look for elements would run on the
 * slow processor too, and be counted.
 */
async function visit(phone: BrowserContext, link: string, stay?: (page: Page) => Promise<void>): Promise<number> {
  const page = await phone.newPage();
  page.setDefaultTimeout(GIVE_UP_MS);
  const debuggerOfPage = await throttle(page);
  const once = (isSo: string) => onceSo(debuggerOfPage, isSo);
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
  await once(`document.querySelector('.cm-line')?.textContent.startsWith('a-- Start')`);
  const took = performance.now() - from;
  await stay?.(page);
  await page.close();
  return took;
}

/** Resolves at the first frame in which an expression of the page holds; throws when that takes too long. */
async function onceSo(debuggerOfPage: CDPSession, isSo: string): Promise<void> {
  const expression = `new Promise((resolve, reject) => {
    const tooLate = setTimeout(reject, ${GIVE_UP_MS}, new Error('The page never came to this.'));
    const look = () => (${isSo} ? resolve(clearTimeout(tooLate)) : requestAnimationFrame(look));
    look();
  })`;
  const { exceptionDetails } = await debuggerOfPage.send('Runtime.evaluate', { expression, awaitPromise: true });
  if (exceptionDetails) throw new Error(exceptionDetails.exception?.description ?? exceptionDetails.text);
}

/** Stays in the interview until the service worker has taken over and keeps what a room needs. */
async function untilKept(page: Page): Promise<void> {
  await page.evaluate(async (quietMs) => {
    await navigator.serviceWorker.ready;
    const count = async () => {
      const kept = await Promise.all((await caches.keys()).map(async (name) => (await caches.open(name)).keys()));
      return kept.flat().length;
    };
    for (let before = -1, now = await count(); now !== before; now = await count()) {
      before = now;
      await new Promise((resolve) => setTimeout(resolve, quietMs));
    }
  }, KEPT_AFTER_MS);
}

async function throttle(page: Page): Promise<CDPSession> {
  const debuggerOfPage = await page.context().newCDPSession(page);
  await debuggerOfPage.send('Network.enable');
  await debuggerOfPage.send('Network.emulateNetworkConditions', SLOW_4G);
  await debuggerOfPage.send('Emulation.setCPUThrottlingRate', { rate: CPU_TIMES });
  return debuggerOfPage;
}
