import type { Page } from '@playwright/test';
import { smallTargets, violations } from '../support/accessibility.ts';
import type { Visitor } from '../support/accounts.ts';
import { devices } from '../support/devices.ts';
import { expect, test } from '../support/fixtures.ts';
import { openPages } from '../walkthrough/walkthrough.ts';
import { walkRoom } from '../walkthrough/room.ts';
import { WALKTHROUGHS } from '../walkthrough/walkthroughs.ts';
import { makeWorld } from '../support/world.ts';
import type { World } from '../support/world.ts';

/** What a page logs when the test replies in the server's place or disconnects the network. */
const PROVOKED =
  /Failed to load resource|net::ERR_INTERNET_DISCONNECTED|Cannot read properties of undefined|A part of this page could not be loaded/;

let world: World;
/** The pages of each device, for all walkthroughs of a worker: each one would load and compile the app again. */
const pagesOf = new Map<string, ReturnType<typeof openPages>>();

test.beforeAll(async ({ baseURL, browser }) => {
  world = await makeWorld(baseURL ?? '');
  for (const { device } of LOOKS) {
    const pages = openPages(browser, { ...devices[device], baseURL: baseURL ?? '' });
    await pages.prepare();
    pagesOf.set(device, pages);
  }
});
test.afterAll(async () => {
  for (const pages of pagesOf.values()) await pages.done();
  await world.close();
});

test.describe.configure({ mode: 'parallel' });

const LOOKS = [
  { device: 'laptop', walkthroughs: WALKTHROUGHS, isTouched: false },
  { device: 'phone', walkthroughs: WALKTHROUGHS, isTouched: true },
  // A tablet shows what a phone folds away, for a finger.
  { device: 'tablet', walkthroughs: [walkRoom], isTouched: true },
] as const;

for (const { device, walkthroughs, isTouched } of LOOKS)
  for (const walkthrough of walkthroughs)
    test(`${walkthrough.name} is accessible at every step on a ${device}`, async ({ problems }) => {
      const pages = pagesOf.get(device);
      if (!pages) throw new Error(`There are no pages of a ${device}`);
      await pages.forget();
      const seen: Record<string, string[]> = {};
      const screenshot = async (name: string, page: Page) => {
        const found = await shortcomings(page, isTouched);
        if (found.length > 0) seen[name] = found;
      };
      const open = async (visitor?: Visitor) => watched(await pages.open(visitor), problems);
      await walkthrough({ world, open, screenshot });
      expect(seen).toEqual({});
    });

function watched(page: Page, problems: string[]): Page {
  page.on('console', (message) => {
    if (message.type() === 'error' && !PROVOKED.test(message.text())) problems.push(`console: ${message.text()}`);
  });
  return page;
}

/** Returns what makes a page inaccessible: contrast in either scheme, names and roles, small targets. */
async function shortcomings(page: Page, isTouched: boolean): Promise<string[]> {
  await expect(page.locator('h1:visible, h2:visible').first()).toBeVisible();
  // Only colors differ between the schemes, so all other rules run in the current one.
  const [here, other] = (await schemeOf(page)) === 'dark' ? (['dark', 'light'] as const) : (['light', 'dark'] as const);
  await standsStill(page);
  const found = await violations(page);
  await scheme(page, other);
  await standsStill(page);
  const inOther = await violations(page, 'colors');
  const titles = await page.title();
  const headings = await page.locator('h1:visible, [role=dialog] h2:visible, [role=alertdialog] h2:visible').count();
  // Not innerWidth: a phone makes it as wide as what overflows.
  const width = page.viewportSize()?.width ?? 0;
  const overflow = (await page.evaluate(() => document.documentElement.scrollWidth)) - width;
  return [
    ...found.map((each) => `${here}: ${each}`),
    ...inOther.map((each) => `${other}: ${each}`),
    ...(/\S/.test(titles) && titles !== 'Code Interview Platform' ? [] : [`title: ${titles}`]),
    ...(headings === 0 ? ['no heading'] : []),
    ...(overflow > 0 ? [`${overflow} px beyond the right edge`] : []),
    ...(isTouched ? (await smallTargets(page)).map((each) => `small: ${each}`) : []),
  ];
}

/** Waits for the transitions between two colors. */
async function standsStill(page: Page): Promise<void> {
  await page.evaluate(async () => {
    await new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)));
    const ending = document.getAnimations().filter(({ effect }) => effect?.getComputedTiming().endTime !== Infinity);
    await Promise.allSettled(ending.map(({ finished }) => finished));
  });
}

const schemeOf = (page: Page) => page.evaluate(() => document.documentElement.dataset['joyColorScheme']);

async function scheme(page: Page, colorScheme: 'light' | 'dark'): Promise<void> {
  await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
  await page.waitForFunction((wanted) => document.documentElement.dataset['joyColorScheme'] === wanted, colorScheme);
}
