import { test as base, expect } from '@playwright/test';
import type { Browser, BrowserContext, BrowserContextOptions, Page } from '@playwright/test';
import { headlessShellOfMachine } from '../../scripts/chromium.mjs';
import { devices } from '../../testkit/devices.ts';

interface WorkerFixtures {
  /** Whether a spec needs Chromium itself. Its headless shell, which has no windows, is cheaper. */
  needsChromium: boolean;
}

interface Fixtures {
  /**
   * Messages of the browser if a test disconnects something. Checked after the test: an offline page logs it
   * repeatedly.
   */
  expectedProblems: RegExp;
  /** Unexpected errors of all pages; any entry fails the test. */
  problems: string[];
  /** The interviewer's laptop, with access to its clipboard. */
  laptop: Page;
  /** The candidate's phone. */
  phone: Page;
  /** Saves a screenshot of the page with the test's results, if PICTURES is set: each takes up to a second. */
  picture: (page: Page, name: string) => Promise<void>;
}

export const test = base.extend<Fixtures, WorkerFixtures>({
  needsChromium: [false, { option: true, scope: 'worker' }],
  launchOptions: [
    async ({ launchOptions, needsChromium }, use) => {
      const shell = needsChromium ? undefined : headlessShellOfMachine();
      await use({ ...launchOptions, ...(shell && { executablePath: shell }) });
    },
    { scope: 'worker' },
  ],
  expectedProblems: [/(?!)/, { option: true }],
  problems: [
    async ({ browser, expectedProblems }, use) => {
      const before = new Set(browser.contexts());
      const problems: string[] = [];
      await use(problems);
      // If a page stays open, it reconnects and slows down all following tests.
      const left = browser.contexts().filter((context) => !before.has(context));
      await Promise.all(left.map((context) => context.close()));
      const others = problems.filter((problem) => !expectedProblems.test(problem));
      expect(others, 'console errors, page errors and requests to other hosts').toEqual([]);
    },
    { auto: true },
  ],
  context: async ({ context, problems, baseURL }, use) => {
    watch(context, problems, baseURL);
    await use(context);
  },
  laptop: async ({ browser, problems, baseURL }, use) => {
    const permissions = ['clipboard-read', 'clipboard-write'];
    await usePage(browser, { ...devices.laptop, permissions, ...(baseURL && { baseURL }) }, problems, use);
  },
  phone: async ({ browser, problems, baseURL }, use) => {
    await usePage(browser, { ...devices.phone, ...(baseURL && { baseURL }) }, problems, use);
  },
  // oxlint-disable-next-line no-empty-pattern -- Playwright reads the fixture's needs from this pattern
  picture: async ({}, use, testInfo) => {
    await use(async (page, name) => {
      if (process.env['PICTURES']) await page.screenshot({ path: testInfo.outputPath(`${name}.png`) });
    });
  },
});

export { expect };

async function usePage(
  browser: Browser,
  options: BrowserContextOptions,
  problems: string[],
  use: (page: Page) => Promise<void>,
): Promise<void> {
  const context = await browser.newContext(options);
  watch(context, problems, options.baseURL);
  await use(await context.newPage());
  await context.close();
}

/** Records unexpected errors of all pages of a context. */
export function watch(context: BrowserContext, problems: string[], origin: string | undefined): void {
  context.on('console', (message) => {
    // A warning about a header concerns one of the product's.
    const isProblem = message.type() === 'error' || (message.type() === 'warning' && /header/i.test(message.text()));
    if (isProblem) problems.push(`console: ${message.text()} (${message.location().url})`);
  });
  context.on('weberror', (error) => problems.push(`page error: ${error.error().message}`));
  context.on('request', (request) => {
    const url = new URL(request.url());
    if (!['data:', 'blob:'].includes(url.protocol) && url.host !== new URL(origin ?? '').host)
      problems.push(`request to another host: ${url.href}`);
  });
}
