import type { Page } from '@playwright/test';
import { expect } from '../support/fixtures.ts';
import type { Tour } from './tour.ts';

/** What the app says about itself: how it is installed where only the browser can, and that there is a newer one. */
export async function tourInstalled({ world, open, still }: Tour): Promise<void> {
  const page = await open(world.owner);
  await installedByHand(page);
  await nextVersionWaits(page);
  await page.goto('/dashboard');
  await expect(page.getByText('A new version is ready.')).toBeVisible();
  await still('update', page);
  await page.getByRole('button', { name: 'Later' }).click();
  await page.getByRole('button', { name: /^Account menu/ }).click();
  await page.getByRole('menuitem', { name: 'Install app' }).click();
  await expect(page.getByRole('dialog', { name: 'Install app' })).toBeVisible();
  await still('install app', page);
  await page.getByRole('button', { name: 'Got it' }).click();
}

/** As in a browser that installs by its share menu only. */
async function installedByHand(page: Page): Promise<void> {
  await page.addInitScript(() => Object.assign(navigator, { standalone: false }));
}

/** As the browser tells it, which keeps no service worker for the tour's pages. */
async function nextVersionWaits(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const scriptURL = new URL('/service-worker.js', location.href).href;
    const waiting = Object.assign(new EventTarget(), { scriptURL, state: 'installed' });
    const registration = Object.assign(new EventTarget(), { waiting });
    Object.assign(navigator.serviceWorker, { register: async () => registration });
  });
}
