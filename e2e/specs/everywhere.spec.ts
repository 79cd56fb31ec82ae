import type { Page } from '@playwright/test';
import { smallTargets, violations } from '../support/accessibility.ts';
import type { Visitor } from '../support/accounts.ts';
import { devices } from '../support/devices.ts';
import { expect, test } from '../support/fixtures.ts';
import { openPages } from '../walkthrough/tour.ts';
import { tourRoom } from '../walkthrough/tour-room.ts';
import { TOURS } from '../walkthrough/tours.ts';
import { makeWorld } from '../support/world.ts';
import type { World } from '../support/world.ts';

/** What a page logs when the test answers in the server's place, or takes the network away. */
const PROVOKED =
  /Failed to load resource|net::ERR_INTERNET_DISCONNECTED|Cannot read properties of undefined|A part of this page could not be loaded/;

let world: World;

test.beforeAll(async ({ baseURL }) => {
  world = await makeWorld(baseURL ?? '');
});
test.afterAll(() => world.close());

test.describe.configure({ mode: 'parallel' });

const LOOKS = [
  { device: 'laptop', tours: TOURS, isTouched: false },
  { device: 'phone', tours: TOURS, isTouched: true },
  // What a phone folds away, a finger has to find here.
  { device: 'tablet', tours: [tourRoom], isTouched: true },
] as const;

for (const { device, tours, isTouched } of LOOKS)
  for (const tour of tours)
    test(`every place of ${tour.name} can be used by everybody, on a ${device}`, async ({
      browser,
      problems,
      baseURL,
    }) => {
      // Some ten places, each looked at in both schemes.
      test.setTimeout(180_000);
      const pages = openPages(browser, { ...devices[device], baseURL: baseURL ?? '' });
      const seen: Record<string, string[]> = {};
      const still = async (name: string, page: Page) => {
        const found = await shortcomings(page, isTouched);
        if (found.length > 0) seen[name] = found;
      };
      const open = async (who?: Visitor) => watched(await pages.open(who), problems);
      await tour({ world, open, still });
      await pages.done();
      expect(seen).toEqual({});
    });

function watched(page: Page, problems: string[]): Page {
  page.on('console', (message) => {
    if (message.type() === 'error' && !PROVOKED.test(message.text())) problems.push(`console: ${message.text()}`);
  });
  return page;
}

/** What keeps somebody from using a page as it stands: by sight in either scheme, by ear, by finger. */
async function shortcomings(page: Page, isTouched: boolean): Promise<string[]> {
  await expect(page.locator('h1:visible, h2:visible').first()).toBeVisible();
  // Only colours differ between the schemes, so the page is looked at whole in the one it happens to have.
  const [here, other] = (await schemeOf(page)) === 'dark' ? (['dark', 'light'] as const) : (['light', 'dark'] as const);
  await standsStill(page);
  const found = await violations(page);
  await scheme(page, other);
  await standsStill(page);
  const inOther = await violations(page, 'colors');
  const titles = await page.title();
  const headings = await page.locator('h1:visible, [role=dialog] h2:visible, [role=alertdialog] h2:visible').count();
  const overflow = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
  return [
    ...found.map((each) => `${here}: ${each}`),
    ...inOther.map((each) => `${other}: ${each}`),
    ...(/\S/.test(titles) && titles !== 'Code Interview Platform' ? [] : [`title: ${titles}`]),
    ...(headings === 0 ? ['no heading'] : []),
    ...(overflow > 0 ? [`${overflow} px beyond the right edge`] : []),
    ...(isTouched ? (await smallTargets(page)).map((each) => `small: ${each}`) : []),
  ];
}

/** What was drawn a moment ago may still be on its way from one colour to another. */
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
