import type { Browser, Page } from '@playwright/test';
import { brokenWords, smallTargets, violations, standsStill } from '../support/accessibility.ts';
import type { Visitor } from '../support/accounts.ts';
import { devices } from '../../testkit/devices.ts';
import { expect } from '../support/fixtures.ts';
import { makeWorld } from '../support/world.ts';
import { openPages } from './walkthrough.ts';
import type { Walkthrough } from './walkthrough.ts';

type Scheme = 'light' | 'dark';

/** A device, and the color scheme whose colors are checked; both if it is absent. */
export interface Look {
  device: keyof typeof devices;
  colorScheme?: Scheme;
}

/** The pages of looks, for all walkthroughs of a worker, because each would load and compile the app again. */
export interface Looks {
  /** Walks through screens and expects every step to be accessible, or the selected ones. */
  expectAccessible(
    walk: (walkthrough: Walkthrough) => Promise<void>,
    look: Look,
    problems: string[],
    selection?: Selection,
  ): Promise<void>;
  done(): Promise<void>;
}

/** Which parts of a walkthrough are visited. */
export interface Selection {
  /** Returns whether a step is checked, by its name. */
  step(name: string): boolean;
  /** Returns whether the next group of further states is visited. */
  states(): boolean;
}

const EVERYTHING: Selection = { step: () => true, states: () => true };

/** Messages of a page if the test replies in the server's place or disconnects the network. */
const PROVOKED =
  /Failed to load resource|net::ERR_INTERNET_DISCONNECTED|Cannot read properties of undefined|A part of this page could not be loaded/;

/** Opens the pages of looks. Called before the tests, because Playwright closes a test's pages with the test. */
export async function openLooks(browser: Browser, baseURL: string, looks: readonly Look[]): Promise<Looks> {
  const world = await makeWorld(baseURL);
  const pagesOf = new Map<Look, ReturnType<typeof openPages>>();
  for (const look of looks) {
    const { device, colorScheme } = look;
    const pages = openPages(browser, { ...devices[device], baseURL, ...(colorScheme && { colorScheme }) });
    await pages.prepare();
    pagesOf.set(look, pages);
  }
  return {
    async expectAccessible(walk, look, problems, selection = EVERYTHING) {
      const pages = pagesOf.get(look);
      if (!pages) throw new Error(`There are no pages of a ${look.device}`);
      await pages.forget();
      const seen: Record<string, string[]> = {};
      const screenshot = async (name: string, page: Page) => {
        const found = selection.step(name) ? await shortcomings(page, look) : [];
        if (found.length > 0) seen[name] = found;
      };
      const open = async (visitor?: Visitor) => watched(await pages.open(visitor), problems);
      const also = async (states: () => Promise<void>) => {
        if (selection.states()) await states();
      };
      await walk({ world, open, screenshot, also });
      expect(seen, `on a ${look.device}, ${look.colorScheme ?? 'both schemes'}`).toEqual({});
    },
    async done() {
      for (const pages of pagesOf.values()) await pages.done();
      await world.close();
    },
  };
}

function watched(page: Page, problems: string[]): Page {
  page.on('console', (message) => {
    if (message.type() === 'error' && !PROVOKED.test(message.text())) problems.push(`console: ${message.text()}`);
  });
  return page;
}

/** Returns the shortcomings of a page for accessibility: contrast, names and roles, broken words, small targets. */
async function shortcomings(page: Page, { device, colorScheme }: Look): Promise<string[]> {
  await expect(page.locator('h1:visible, h2:visible').first()).toBeVisible();
  if (colorScheme) await scheme(page, colorScheme);
  const here = await schemeOf(page);
  await standsStill(page);
  const found = await violations(page);
  // Only colors differ between the schemes, so all other rules run in the current one.
  const inOther = colorScheme ? [] : await colorsIn(page, here === 'dark' ? 'light' : 'dark');
  const titles = await page.title();
  const headings = await page.locator('h1:visible, [role=dialog] h2:visible, [role=alertdialog] h2:visible').count();
  // Not innerWidth, because a phone makes it as wide as the overflowing content.
  const width = page.viewportSize()?.width ?? 0;
  const overflow = (await page.evaluate(() => document.documentElement.scrollWidth)) - width;
  return [
    ...found.map((each) => `${here}: ${each}`),
    ...inOther,
    ...(/\S/.test(titles) && titles !== 'Code Interview Platform' ? [] : [`title: ${titles}`]),
    ...(headings === 0 ? ['no heading'] : []),
    ...(overflow > 0 ? [`${overflow} px beyond the right edge`] : []),
    ...(await brokenWords(page)).map((each) => `broken: ${each}`),
    ...('hasTouch' in devices[device] ? (await smallTargets(page)).map((each) => `small: ${each}`) : []),
  ];
}

/** Returns which colors lack contrast in a scheme. */
async function colorsIn(page: Page, colorScheme: Scheme): Promise<string[]> {
  await scheme(page, colorScheme);
  await standsStill(page);
  return (await violations(page, 'colors')).map((each) => `${colorScheme}: ${each}`);
}

const schemeOf = (page: Page) => page.evaluate(() => document.documentElement.dataset['joyColorScheme']);

async function scheme(page: Page, colorScheme: Scheme): Promise<void> {
  await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
  await page.waitForFunction((wanted) => document.documentElement.dataset['joyColorScheme'] === wanted, colorScheme);
}
