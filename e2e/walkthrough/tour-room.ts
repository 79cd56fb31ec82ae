import type { Page } from '@playwright/test';
import { expect } from '../support/fixtures.ts';
import { typeAtEnd } from '../support/steps.ts';
import { answer, FAILED, fromBar, release } from './tour.ts';
import type { Tour } from './tour.ts';

const CODE = `-- Which customers came back this month?
SELECT c.name, COUNT(*) AS orders
FROM orders o
JOIN customers c ON c.id = o.customer_id
WHERE o.placed_at >= DATE '2026-11-01'
GROUP BY c.name
HAVING COUNT(*) > 1;
`;

const connected = (page: Page) => expect(page.getByText('Connected', { exact: true })).toBeVisible({ timeout: 30_000 });

/** The room of both people: what is around the code, what opens over it, and how it ends. */
export async function tourRoom(tour: Tour): Promise<void> {
  const { world, open, still } = tour;
  const roomCode = await world.startRoom();
  const owner = await open(world.owner);
  await beforeTheRoom(owner, roomCode, (name) => still(name, owner));
  const candidate = await open(await world.join(roomCode, 'Ada Lovelace'));
  await candidate.goto(`/codeshare/${roomCode}`);
  await connected(candidate);
  await owner.goto(`/editor?room=${roomCode}`);
  await connected(owner);
  await typeAtEnd(candidate, `\n${CODE}`);
  await expect(owner.getByText('GROUP BY', { exact: false }).first()).toBeVisible();
  await still('room, interviewer', owner);
  await still('room, candidate', candidate);

  await overTheCode(owner, (name) => still(`room, interviewer, ${name}`, owner));
  await settingsAndFind(candidate, (name) => still(`room, candidate, ${name}`, candidate));
  await Promise.all([candidate, owner].map((page) => page.context().setOffline(true)));
  await disconnected(owner);
  await still('room, interviewer, disconnected', owner);
  await disconnected(candidate);
  await still('room, candidate, disconnected', candidate);
  await Promise.all([candidate, owner].map((page) => page.context().setOffline(false)));
  await connected(owner);

  await remove(owner);
  await expect(candidate.getByRole('button', { name: 'Leave' })).toBeVisible();
  await still('room, candidate, removed', candidate);
  const next = await open(await world.join(roomCode, 'Grace Hopper'));
  await next.goto(`/codeshare/${roomCode}`);
  await connected(next);
  await world.endRoom(roomCode);
  await expect(next.getByRole('alertdialog')).toBeVisible();
  await still('room, candidate, ended', next);
  await expect(owner.getByRole('alertdialog')).toBeVisible();
  await still('room, interviewer, ended', owner);
}

/** A room in which something does not go well: the editor does not come, a save is not taken or goes nowhere. */
export async function tourTroubledRoom({ world, open, still }: Tour): Promise<void> {
  const roomCode = await world.startRoom();
  const page = await open(world.owner);
  await page.route(/\/(Monaco|CodeMirror)Pane-[^/]+\.js$/, (route) => route.abort());
  await page.goto(`/editor?room=${roomCode}`);
  await expect(page.getByText('The editor could not be loaded.')).toBeVisible({ timeout: 30_000 });
  await still('room, editor not loaded', page);
  await release(page);
  await page.goto(`/editor?room=${roomCode}`);
  await connected(page);
  await unsaved(page, (name) => still(`room, ${name}`, page));
  await world.endRoom(roomCode);
  await world.deleteRoom(roomCode);
}

async function beforeTheRoom(page: Page, roomCode: string, still: (name: string) => Promise<void>): Promise<void> {
  await answer(page, { '/interview-sessions/room/[^/]+': 'hold' });
  await page.goto(`/editor?room=${roomCode}`);
  await expect(page.getByText('Starting interview session...')).toBeVisible();
  await still('editor, starting');
  await release(page);
  await answer(page, { '/interview-sessions/room/[^/]+': FAILED });
  await page.goto(`/editor?room=${roomCode}`);
  await expect(page.getByRole('alert').first()).toBeVisible();
  await still('editor, failed');
  await release(page);
}

const REFUSED = {
  status: 403,
  body: { message: 'Your account may not save this session any more.', code: 'forbidden' },
};

/** A save the server does not take, and one that nobody takes. */
async function unsaved(page: Page, still: (name: string) => Promise<void>): Promise<void> {
  await answer(page, { '/code-editor-data': REFUSED });
  await fromBar(page, 'Save');
  await expect(page.getByText(/^A save of .* was refused/)).toBeVisible();
  await still('save refused');
  await page.getByRole('button', { name: 'Dismiss' }).click();
  await expect(page.getByText(/^A save of .* was refused/)).toHaveCount(0);
  await release(page);
  await page.evaluate(() => {
    IDBObjectStore.prototype.add = () => {
      throw new DOMException('The disk is full.', 'QuotaExceededError');
    };
  });
  await answer(page, { '/code-editor-data': FAILED });
  await fromBar(page, 'Save');
  await expect(page.getByText(/^Not saved: the server cannot be reached/)).toBeVisible();
  await still('save kept nowhere');
  await page.getByRole('button', { name: 'Dismiss' }).click();
  await release(page);
}

async function overTheCode(page: Page, still: (name: string) => Promise<void>): Promise<void> {
  await page.getByRole('button', { name: 'Ada Lovelace, candidate' }).click();
  await still('participant menu');
  await page.getByRole('menuitem', { name: 'Follow' }).click();
  await expect(page.getByText('Following Ada Lovelace')).toBeVisible();
  await still('following');
  await page.getByRole('button', { name: 'Stop following' }).click();
  await page.getByRole('button', { name: 'Ada Lovelace, candidate' }).click();
  await page.getByRole('menuitem', { name: 'Remove from session' }).click();
  await still('remove');
  await page.getByRole('button', { name: 'Cancel', exact: true }).click();
  await settingsAndFind(page, still);
  const more = page.getByRole('button', { name: 'More', exact: true });
  if (await more.isVisible()) {
    await more.click();
    await still('menu');
    await page.getByRole('menuitem', { name: 'End', exact: true }).click();
  } else await page.getByRole('button', { name: 'End', exact: true }).click();
  await expect(page.getByRole('alertdialog')).toBeVisible();
  await still('end');
  await page.getByRole('button', { name: 'Cancel', exact: true }).click();
}

async function settingsAndFind(page: Page, still: (name: string) => Promise<void>): Promise<void> {
  await page.getByRole('button', { name: 'Editor settings' }).first().click();
  const sheet = page.getByRole('dialog', { name: 'Editor settings' });
  await still('settings');
  await sheet.getByText('Light', { exact: true }).click();
  await page.keyboard.press('Escape');
  await expect(sheet).toHaveCount(0);
  await still('light editor');
  const find = page.getByRole('button', { name: 'Find' });
  if (await find.isVisible()) await find.click();
  else {
    await page.locator('.monaco-editor .view-lines').first().click();
    await page.keyboard.press('Control+h');
  }
  await expect(page.locator('.find-widget.visible, .cm-search')).toBeVisible();
  await still('find');
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'Editor settings' }).first().click();
  await sheet.getByText('Dark', { exact: true }).click();
  await page.keyboard.press('Escape');
  await expect(sheet).toHaveCount(0);
}

function disconnected(page: Page): Promise<void> {
  return expect(page.getByText('Disconnected', { exact: true })).toBeVisible({ timeout: 15_000 });
}

async function remove(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Ada Lovelace, candidate' }).click();
  await page.getByRole('menuitem', { name: 'Remove from session' }).click();
  await page.getByRole('button', { name: 'Remove', exact: true }).click();
}
