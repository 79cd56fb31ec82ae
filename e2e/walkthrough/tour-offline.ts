import type { Page } from '@playwright/test';
import { expect } from '../support/fixtures.ts';
import { typeAtEnd } from '../support/steps.ts';
import { fromBar } from './tour.ts';
import type { Tour } from './tour.ts';

type Look = (name: string) => Promise<void>;

/** What an interviewer sees whose network goes: the room, what waits, the lists, and what the server then refuses. */
export async function tourOffline({ world, open, still }: Tour): Promise<void> {
  const roomCode = await world.startRoom();
  const page = await open(world.owner);
  const look: Look = (name) => still(name, page);
  await page.goto('/dashboard');
  await page.getByRole('button', { name: /View Sessions/ }).click();
  await expect(page.getByText(roomCode)).toBeVisible();
  // Back to it with everything in memory: the tour's pages have no service worker.
  await page.goto(`/editor?room=${roomCode}`);
  await expect(page.getByText('Connected', { exact: true })).toBeVisible({ timeout: 30_000 });
  await linkAsPicture(page, look);
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
  await unsent(page, look);
  await world.endRoom(roomCode);
  await page.context().setOffline(false);
  await refused(page, look);
  await world.deleteRoom(roomCode);
}

async function linkAsPicture(page: Page, look: Look): Promise<void> {
  await fromBar(page, 'QR code');
  await expect(page.getByRole('img', { name: 'QR code of the candidate link' })).toBeVisible();
  await look('room, QR code');
  await page.keyboard.press('Escape');
}

const count = (page: Page) => page.getByRole('button', { name: /waits? for the server$/ });

async function unsent(page: Page, look: Look): Promise<void> {
  await count(page).click();
  await expect(page.getByRole('dialog', { name: 'Waiting for the server' })).toBeVisible();
  await look('outbox');
  await page.getByRole('button', { name: 'Close' }).click();
  await page.getByRole('button', { name: /^Account menu/ }).click();
  await page.getByRole('menuitem', { name: 'Logout' }).click();
  await expect(page.getByRole('alertdialog')).toBeVisible();
  await look('sign out, unsent');
  await page.getByRole('button', { name: 'Cancel' }).click();
}

async function refused(page: Page, look: Look): Promise<void> {
  await count(page).click();
  const dialog = page.getByRole('dialog', { name: 'Waiting for the server' });
  await expect(dialog).toContainText('Refused: This session has ended.', { timeout: 30_000 });
  await look('outbox, refused');
  await dialog.getByRole('button', { name: 'Discard' }).click();
  await dialog.getByRole('button', { name: 'Discard for good' }).click();
  await expect(dialog).toContainText('Nothing waits for the server.');
  await look('outbox, empty');
}

/** What came from the system's share sheet, and what cannot be used. */
export async function tourShared({ world, open, still }: Tour): Promise<void> {
  const page = await open(world.owner);
  await page.goto('/share-target');
  await expect(page.getByText('Nothing waits here')).toBeVisible();
  await still('shared, nothing', page);
  await keep(page, { name: 'orders.sql', text: 'SELECT id\nFROM orders\nWHERE paid;\n' });
  await page.reload();
  await expect(page.getByText('orders.sql').first()).toBeVisible();
  await still('shared, a file', page);
  await keep(page, { name: 'holiday.jpg', refused: 'not-text' });
  await page.goto('/share-target?problem=storage');
  await expect(page.getByText('holiday.jpg')).toBeVisible();
  await still('shared, refused', page);
  await page.evaluate(() => void indexedDB.deleteDatabase('shared-text'));
}

/** As the service worker keeps it, which the tour's pages have none of. */
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
