import type { Browser, BrowserContext, BrowserContextOptions, Page } from '@playwright/test';
import type { Visitor, World } from './world.ts';

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
    async open(who?: Visitor): Promise<Page> {
      const storage = who?.storage ?? [];
      const context = await contextOf(storage.some(({ name }) => name === 'token') ? 'account' : 'guest');
      await Promise.all(context.pages().map((page) => page.close()));
      const page = await context.newPage();
      // Not a page of the app, so that nothing of it runs while its storage changes hands.
      await page.goto('/icon.svg');
      await page.evaluate((entries) => {
        localStorage.clear();
        for (const { name, value } of entries) localStorage.setItem(name, value);
      }, storage);
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
