import { readdir } from 'node:fs/promises';
import { expect } from './fixtures.ts';
import type { BrowserContext, Page } from '@playwright/test';

/** The build's files that only a signed-in device or a room caches. */
const ROOM_FILES = new URL('../../web/dist/assets/ed/room/', import.meta.url);

/** Waits until the app is cached and the service worker controls the page. */
export async function whenKept(page: Page): Promise<void> {
  await page.evaluate(() => navigator.serviceWorker.ready);
  await expect.poll(() => page.evaluate(() => navigator.serviceWorker.controller?.state)).toBe('activated');
}

/** Waits until everything a room needs is cached too. */
export async function whenEngineKept(page: Page, engine: 'monaco' | 'codemirror'): Promise<void> {
  const keep = () =>
    page.evaluate(async (wanted) => {
      const { active } = await navigator.serviceWorker.ready;
      const { port1, port2 } = new MessageChannel();
      const answer = new Promise((resolve) => (port1.onmessage = ({ data }) => resolve(data)));
      active?.postMessage({ type: 'keep-engine', engine: wanted }, [port2]);
      return answer;
    }, engine);
  await expect.poll(keep, { timeout: 30_000 }).toBe(true);
}

/** Waits, like `whenKept`, until the app itself has cached every file of the signed-in screens as well. */
export async function whenScreensKept(page: Page): Promise<void> {
  await whenKept(page);
  const files = (await readdir(ROOM_FILES)).filter((name) => /\.(js|css)$/.test(name));
  const missing = () =>
    page.evaluate(async (names) => {
      const caches = await Promise.all((await window.caches.keys()).map((name) => window.caches.open(name)));
      const kept = (await Promise.all(caches.map((cache) => cache.keys()))).flat().map(({ url }) => url);
      return names.filter((name) => !kept.some((url) => url.endsWith(`/${name}`)));
    }, files);
  await expect.poll(missing, { timeout: 30_000 }).toEqual([]);
}

/** Disconnects the network and clears the HTTP cache, because it would hide missing files. */
export async function goOffline(context: BrowserContext): Promise<void> {
  for (const page of context.pages()) {
    const session = await context.newCDPSession(page);
    await session.send('Network.clearBrowserCache');
    await session.detach();
  }
  await context.setOffline(true);
}

interface Shared {
  file?: { name: string; content: string | number[] };
  text?: string;
}

/** Posts a share as a navigation, like the system's share sheet. */
export async function share(page: Page, shared: Shared): Promise<void> {
  // The page may be at that address already.
  const loaded = page.waitForEvent('load');
  await page.evaluate(({ file, text }) => {
    const form = document.createElement('form');
    form.method = 'post';
    form.enctype = 'multipart/form-data';
    form.action = '/share-target';
    const input = (name: string, type: string) => {
      const made = document.createElement('input');
      Object.assign(made, { name, type });
      form.append(made);
      return made;
    };
    if (text !== undefined) input('text', 'hidden').value = text;
    if (file !== undefined) {
      const { name, content } = file;
      const files = new DataTransfer();
      files.items.add(new File([typeof content === 'string' ? content : new Uint8Array(content)], name));
      input('file', 'file').files = files.files;
    }
    document.body.append(form);
    form.submit();
  }, shared);
  await loaded;
  await page.waitForURL(/\/share-target|\/login/);
}
