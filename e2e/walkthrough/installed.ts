import type { Page } from '@playwright/test';
import { expect } from '../support/fixtures.ts';
import type { Walkthrough } from './walkthrough.ts';

/** The hint how to install the app, and the offer of a new version. */
export async function walkInstalled({ world, open, screenshot }: Walkthrough): Promise<void> {
  const page = await open(world.owner);
  await installedByHand(page);
  await nextVersionWaits(page);
  await page.goto('/dashboard');
  await expect(page.getByText('A new version is available.')).toBeVisible();
  await screenshot('update', page);
  await page.getByRole('button', { name: 'Later' }).click();
  await page.getByRole('button', { name: /^Account menu/ }).click();
  await page.getByRole('menuitem', { name: 'Install app' }).click();
  await expect(page.getByRole('dialog', { name: 'Install app' })).toBeVisible();
  await screenshot('install app', page);
  await page.getByRole('button', { name: 'Got it' }).click();
}

/** Simulates a browser that installs only from its share menu. */
async function installedByHand(page: Page): Promise<void> {
  await page.addInitScript(() => Object.assign(navigator, { standalone: false }));
}

/** Simulates a new version, because the walkthrough's pages have no service worker. */
async function nextVersionWaits(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const scriptURL = new URL('/service-worker.js', location.href).href;
    const waiting = Object.assign(new EventTarget(), { scriptURL, state: 'installed' });
    const registration = Object.assign(new EventTarget(), { waiting });
    Object.assign(navigator.serviceWorker, { register: async () => registration });
    // As if a worker had served the page.
    Object.defineProperty(PerformanceNavigationTiming.prototype, 'workerStart', { get: () => 1 });
  });
}
