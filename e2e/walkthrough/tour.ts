import type { Browser, BrowserContext, BrowserContextOptions, Page } from '@playwright/test';
import { putStorage } from '../support/accounts.ts';
import type { Visitor } from '../support/accounts.ts';
import type { World } from '../support/world.ts';

/** Somebody who comes for the first time. */
const STRANGER: Visitor = { storage: [] };

/** Called at each place of a tour, with the place's name; the page stands still then. */
export type Still = (name: string, page: Page) => Promise<void>;

/** What a tour works with: the world, and pages of whoever looks. */
export interface Tour {
  world: World;
  still: Still;
  /** Opens a page as somebody; with no one, as a visitor. */
  open(who?: Visitor): Promise<Page>;
}

/** Opens pages of one device: one browser for those who are signed in, one for guests, so that little is loaded twice. */
export function openPages(browser: Browser, options: BrowserContextOptions & { baseURL: string }) {
  const contexts = new Map<'account' | 'guest', BrowserContext>();
  const contextOf = async (kind: 'account' | 'guest') => {
    const context = contexts.get(kind) ?? (await browser.newContext({ ...options, reducedMotion: 'reduce' }));
    contexts.set(kind, context);
    return context;
  };
  return {
    async open(who = STRANGER): Promise<Page> {
      const context = await contextOf(who.storage.some(({ name }) => name === 'token') ? 'account' : 'guest');
      await Promise.all(context.pages().map((page) => page.close()));
      const page = await context.newPage();
      await putStorage(page, who, { afresh: true });
      return page;
    },
    async done(): Promise<void> {
      await Promise.all([...contexts.values()].map((context) => context.close()));
    },
  };
}

/** Answers calls of the API in the server's place until `release`. `hold` answers none of them. */
export async function answer(page: Page, calls: Record<string, { status: number; body?: unknown } | 'hold'>) {
  for (const [path, reply] of Object.entries(calls))
    await page.route(new RegExp(`/api${path}$`), async (route) => {
      if (reply === 'hold') return;
      await route.fulfill({ status: reply.status, json: reply.body ?? {} });
    });
}

/** The server answers again. */
export async function release(page: Page): Promise<void> {
  await page.unrouteAll({ behavior: 'ignoreErrors' });
}

/** A refusal in which the server says nothing, so that the screen has to. */
export const FAILED = { status: 500 };

/** Presses a button of a room's bar. On a narrow screen most of them are in a menu. */
export async function fromBar(page: Page, name: string): Promise<void> {
  const button = page.getByRole('button', { name, exact: true });
  if (await button.isVisible()) return button.click();
  await page.getByRole('button', { name: 'More', exact: true }).click();
  await page.getByRole('menuitem', { name, exact: true }).click();
}
