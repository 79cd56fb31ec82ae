import type { Browser, BrowserContext, BrowserContextOptions, Page } from '@playwright/test';
import { putStorage } from '../support/accounts.ts';
import type { Visitor } from '../support/accounts.ts';
import type { World } from '../support/world.ts';

/** A first-time visitor. */
const FIRST_TIME_VISITOR: Visitor = { storage: [] };

/** Called at each step of a walkthrough with its name, while the page does not change. */
export type Screenshot = (name: string, page: Page) => Promise<void>;

/** The context of a walkthrough: the test data, and a function that opens pages. */
export interface Walkthrough {
  world: World;
  screenshot: Screenshot;
  /** Walks through further states of a screen, such as its errors, and back; `npm test` visits a third of them. */
  also(states: () => Promise<void>): Promise<void>;
  /** Opens a page as an account or candidate; if there is none, as a first-time visitor. */
  open(visitor?: Visitor): Promise<Page>;
}

/** Opens pages of one device: one browser context for accounts and one for guests, so that little loads twice. */
export function openPages(browser: Browser, options: BrowserContextOptions & { baseURL: string }) {
  const contexts = new Map<'account' | 'guest', BrowserContext>();
  const contextOf = async (kind: 'account' | 'guest') => {
    const known = contexts.get(kind);
    if (known) return known;
    const context = await browser.newContext({ ...options, reducedMotion: 'reduce' });
    contexts.set(kind, context);
    // A page of the site keeps the window and the process, because new ones load for half a second.
    const keeper = await context.newPage();
    await keeper.goto('/icon.svg');
    return context;
  };
  return {
    async open(visitor = FIRST_TIME_VISITOR): Promise<Page> {
      const context = await contextOf(visitor.storage.some(({ name }) => name === 'token') ? 'account' : 'guest');
      await closePages(context);
      const page = await context.newPage();
      await putStorage(page, visitor, { afresh: true });
      return page;
    },
    /** Opens both contexts now, because Playwright closes a test's pages with the test. */
    async prepare(): Promise<void> {
      await Promise.all([contextOf('account'), contextOf('guest')]);
    },
    /** Makes the contexts those of a first visit again, except for the files of the app, which stay in their cache. */
    async forget(): Promise<void> {
      await Promise.all([...contexts.values()].map((context) => forgetIn(context, options.baseURL)));
    },
    async done(): Promise<void> {
      await Promise.all([...contexts.values()].map((context) => context.close()));
    },
  };
}

/** Closes all pages but the first, which keeps the window. */
async function closePages(context: BrowserContext): Promise<void> {
  const [, ...pages] = context.pages();
  await Promise.all(pages.map((page) => page.close()));
}

async function forgetIn(context: BrowserContext, origin: string): Promise<void> {
  await closePages(context);
  await context.setOffline(false);
  const page = await context.newPage();
  const protocol = await context.newCDPSession(page);
  const storageTypes = 'cookies,local_storage,indexeddb,cache_storage,service_workers';
  await protocol.send('Storage.clearDataForOrigin', { origin, storageTypes });
  await page.close();
}

/** Replies to API calls in the server's place until `release`. `hold` never replies. */
export async function answer(page: Page, calls: Record<string, { status: number; body?: unknown } | 'hold'>) {
  for (const [path, reply] of Object.entries(calls))
    await page.route(new RegExp(`/api${path}$`), async (route) => {
      if (reply === 'hold') return;
      await route.fulfill({ status: reply.status, json: reply.body ?? {} });
    });
}

/** Lets the server reply again. */
export async function release(page: Page): Promise<void> {
  await page.unrouteAll({ behavior: 'ignoreErrors' });
}

/** An error without a message, so that the screen shows its own. */
export const FAILED = { status: 500 };
/** The same for a reading call: if it was refused, a screen does not repeat it for three seconds. */
export const NOT_READ = { status: 400 };

/** Opens a section of the settings by its address: a phone shows one at a time. */
export async function openSetting(page: Page, section: string): Promise<void> {
  await page.goto(`/settings#${section}`);
}

/** Presses a button of a room's bar, or its menu item on narrow screens. */
export async function fromBar(page: Page, name: string): Promise<void> {
  const button = page.getByRole('button', { name, exact: true });
  if (await button.isVisible()) return button.click();
  await page.getByRole('button', { name: 'More', exact: true }).click();
  await page.getByRole('menuitem', { name, exact: true }).click();
}
