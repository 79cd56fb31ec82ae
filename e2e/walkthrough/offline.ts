import type { Page } from '@playwright/test';
import { expect } from '../support/fixtures.ts';
import { typeAtEnd } from '../support/steps.ts';
import { fromBar } from './walkthrough.ts';
import type { Walkthrough } from './walkthrough.ts';

type Look = (name: string) => Promise<void>;

/** An interviewer without a network: the room, the outbox, the lists, and then the server's refusals. */
export async function walkOffline({ world, open, screenshot, also }: Walkthrough): Promise<void> {
  const roomCode = await world.startRoom();
  const page = await open(world.owner);
  const look: Look = (name) => screenshot(name, page);
  await page.goto('/dashboard');
  await page.getByRole('button', { name: /View Sessions/ }).click();
  await expect(page.getByRole('heading', { name: 'Interview Sessions' })).toBeVisible();
  await expect(page.getByRole('button', { name: /^Actions for/ }).first()).toBeVisible();
  // In-app navigation, because the walkthrough's pages have no service worker.
  await page.goto(`/editor?room=${roomCode}`);
  await expect(page.getByText('Connected', { exact: true })).toBeVisible({ timeout: 30_000 });
  await also(() => linkAsPicture(page, look));
  await typeAtEnd(page, '\n-- not yet saved');
  await page.context().setOffline(true);
  await expect(page.getByText('Disconnected', { exact: true })).toBeVisible({ timeout: 15_000 });
  await fromBar(page, 'Save');
  await expect(page.getByText('Saved offline', { exact: true })).toBeVisible();
  await look('room, saved offline');
  await page.getByRole('button', { name: 'Keep typing on this device' }).click();
  await look('room, typing offline');
  await page.getByRole('button', { name: 'Back to sessions' }).click();
  await expect(page.getByText('You are offline.')).toBeVisible();
  await look('sessions, offline');
  await unsent(page, look, also);
  await world.endRoom(roomCode);
  await page.context().setOffline(false);
  await also(() => refused(page, look));
  await world.deleteRoom(roomCode);
}

async function linkAsPicture(page: Page, look: Look): Promise<void> {
  await fromBar(page, 'QR code');
  await expect(page.getByRole('img', { name: 'QR code of the candidate link' })).toBeVisible();
  await look('room, QR code');
  await page.keyboard.press('Escape');
}

const count = (page: Page) => page.getByRole('button', { name: /unsynced changes?$/ });

async function unsent(page: Page, look: Look, also: Walkthrough['also']): Promise<void> {
  await count(page).click();
  await expect(page.getByRole('dialog', { name: 'Unsynced changes' })).toBeVisible();
  await look('outbox');
  await page.getByRole('button', { name: 'Close' }).click();
  await also(async () => {
    await page.getByRole('button', { name: /^Account menu/ }).click();
    await page.getByRole('menuitem', { name: 'Logout' }).click();
    await expect(page.getByRole('alertdialog')).toBeVisible();
    await look('sign out, unsent');
    await page.getByRole('button', { name: 'Cancel' }).click();
  });
}

async function refused(page: Page, look: Look): Promise<void> {
  await count(page).click();
  const dialog = page.getByRole('dialog', { name: 'Unsynced changes' });
  await expect(dialog).toContainText('Couldn’t sync: This session has ended.', { timeout: 30_000 });
  await look('outbox, refused');
  await dialog.getByRole('button', { name: 'Discard' }).click();
  await dialog.getByRole('button', { name: 'Discard for good' }).click();
  await expect(dialog).toContainText('Everything is synced.');
  await look('outbox, empty');
}

/** Files from the system's share sheet, and files that cannot be used. */
export async function walkShared({ world, open, screenshot, also }: Walkthrough): Promise<void> {
  const page = await open(world.owner);
  await page.goto('/share-target');
  await expect(page.getByText('Nothing to open')).toBeVisible();
  await screenshot('shared, nothing', page);
  await keep(page, { name: 'orders.sql', text: 'SELECT id\nFROM orders\nWHERE paid;\n' });
  await page.reload();
  await expect(page.getByText('orders.sql').first()).toBeVisible();
  await screenshot('shared, a file', page);
  await also(async () => {
    await keep(page, { name: 'holiday.jpg', refused: 'not-text' });
    await page.goto('/share-target?problem=storage');
    await expect(page.getByText('holiday.jpg')).toBeVisible();
    await screenshot('shared, refused', page);
  });
  await page.evaluate(() => void indexedDB.deleteDatabase('shared-text'));
}

/** Stores a share like the service worker, which the walkthrough's pages do not have. */
async function keep(page: Page, shared: { name: string; text?: string; refused?: string }): Promise<void> {
  await page.evaluate(
    (value) =>
      new Promise<void>((resolve, reject) => {
        const opening = indexedDB.open('shared-text', 1);
        opening.addEventListener('success', () => {
          const put = opening.result.transaction('shared', 'readwrite').objectStore('shared').put(value, 'latest');
          put.addEventListener('success', () => {
            opening.result.close();
            resolve();
          });
          put.addEventListener('error', () => reject(put.error ?? new Error('Not kept')));
        });
      }),
    { ...shared, at: Date.now() },
  );
}
