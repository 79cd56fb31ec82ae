import { chromium } from '@playwright/test';
import type { BrowserContext, Page } from '@playwright/test';
import { devices } from '../../e2e/devices.ts';

/** Slow 4G as Lighthouse knows it, 1.6 Mbit/s down and 750 kbit/s up: milliseconds a request, and bytes a second. */
const SLOW_4G = { offline: false, latency: 150, downloadThroughput: 204_800, uploadThroughput: 93_750 };
/** A phone's processor is this many times slower than this machine's. */
const CPU_TIMES = 4;
const GIVE_UP_MS = 60_000;

/** From the tap on a link to the first own letter on the screen, in milliseconds. */
export interface LinkToTyping {
  /** On a device that never saw the product. */
  cold: number;
  /** On one that was in an interview before. */
  warm: number;
}

/** Opens one link on a new phone, and another one on the same phone. `nextLink` starts an interview nobody has joined. */
export async function measureLinkToTyping(
  executablePath: string,
  args: string[],
  nextLink: () => Promise<string>,
): Promise<LinkToTyping> {
  const browser = await chromium.launch({ executablePath, args });
  try {
    const phone = await browser.newContext({ ...devices.phone, reducedMotion: 'reduce' });
    const cold = await visit(phone, await nextLink());
    const warm = await visit(phone, await nextLink());
    return { cold, warm };
  } finally {
    await browser.close();
  }
}

/** One visit by somebody who types the name at once; what is measured is the product and the network, not the person. */
async function visit(phone: BrowserContext, link: string): Promise<number> {
  const page = await phone.newPage();
  page.setDefaultTimeout(GIVE_UP_MS);
  await throttle(page);
  const from = performance.now();
  await page.goto(link, { waitUntil: 'commit' });
  await page.getByLabel('Your Name').fill('Ada Lovelace');
  await page.getByRole('button', { name: 'Join Code Share' }).click();
  const code = page.locator('.cm-content[contenteditable=true]');
  await code.waitFor();
  await code.press('a');
  await page.locator('.cm-line', { hasText: 'a-- Start' }).waitFor();
  const took = performance.now() - from;
  await page.close();
  return took;
}

async function throttle(page: Page): Promise<void> {
  const debuggerOfPage = await page.context().newCDPSession(page);
  await debuggerOfPage.send('Network.enable');
  await debuggerOfPage.send('Network.emulateNetworkConditions', SLOW_4G);
  await debuggerOfPage.send('Emulation.setCPUThrottlingRate', { rate: CPU_TIMES });
}
