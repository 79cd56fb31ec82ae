import type { Page } from '@playwright/test';
import { expect } from '../support/fixtures.ts';
import { typeAtEnd } from '../support/steps.ts';
import { answer, FAILED, fromBar, NOT_READ, release } from './walkthrough.ts';
import type { Walkthrough } from './walkthrough.ts';

const CODE = `-- Which customers came back this month?
SELECT c.name, COUNT(*) AS orders
FROM orders o
JOIN customers c ON c.id = o.customer_id
WHERE o.placed_at >= DATE '2026-11-01'
GROUP BY c.name
HAVING COUNT(*) > 1;
`;

const connected = (page: Page) => expect(page.getByText('Connected', { exact: true })).toBeVisible({ timeout: 30_000 });

/** The rooms of both participants: bars, menus, dialogs and the end. */
export async function walkRoom(walkthrough: Walkthrough): Promise<void> {
  const { world, open, screenshot, also } = walkthrough;
  const roomCode = await world.startRoom();
  const owner = await open(world.owner);
  await also(() => beforeTheRoom(owner, roomCode, (name) => screenshot(name, owner)));
  let candidate = await open(await world.join(roomCode, 'Ada Lovelace'));
  await candidate.goto(`/codeshare/${roomCode}`);
  await connected(candidate);
  await owner.goto(`/editor?room=${roomCode}`);
  await connected(owner);
  await typeAtEnd(candidate, `\n${CODE}`);
  await expect(owner.getByText('GROUP BY', { exact: false }).first()).toBeVisible();
  await screenshot('room, interviewer', owner);
  await screenshot('room, candidate', candidate);

  await also(() => notes(owner, (name) => screenshot(`room, interviewer, ${name}`, owner)));
  await also(() => overTheCode(owner, (name) => screenshot(`room, interviewer, ${name}`, owner)));
  await also(() => settingsAndFind(candidate, (name) => screenshot(`room, candidate, ${name}`, candidate)));
  await also(async () => {
    await Promise.all([candidate, owner].map((page) => page.context().setOffline(true)));
    await disconnected(owner);
    await screenshot('room, interviewer, disconnected', owner);
    await disconnected(candidate);
    await screenshot('room, candidate, disconnected', candidate);
    await Promise.all([candidate, owner].map((page) => page.context().setOffline(false)));
    await connected(owner);
  });

  await also(async () => {
    await remove(owner);
    await expect(candidate.getByRole('button', { name: 'Leave' })).toBeVisible();
    await screenshot('room, candidate, removed', candidate);
    candidate = await open(await world.join(roomCode, 'Grace Hopper'));
    await candidate.goto(`/codeshare/${roomCode}`);
    await connected(candidate);
  });
  await world.endRoom(roomCode);
  await expect(candidate.getByRole('alertdialog')).toBeVisible();
  await screenshot('room, candidate, ended', candidate);
  await expect(owner.getByRole('alertdialog')).toBeVisible();
  await screenshot('room, interviewer, ended', owner);
}

/** A room with faults: the editor fails to load, a save is refused or cannot be stored. */
export async function walkTroubledRoom({ world, open, screenshot, also }: Walkthrough): Promise<void> {
  const roomCode = await world.startRoom();
  const page = await open(world.owner);
  await also(async () => {
    // The server has the file but the browser does not get it, so that the page need not wait for the network.
    await page.route(/\/(Monaco|CodeMirror)Pane-[^/]+\.js$/, (route) =>
      route.request().method() === 'HEAD' ? route.fulfill({ status: 200 }) : route.abort(),
    );
    await page.goto(`/editor?room=${roomCode}`);
    await expect(page.getByText('The editor could not be loaded.')).toBeVisible({ timeout: 30_000 });
    await screenshot('room, editor not loaded', page);
    await release(page);
  });
  await also(async () => {
    await page.goto(`/editor?room=${roomCode}`);
    await connected(page);
    await unsaved(page, (name) => screenshot(`room, ${name}`, page));
  });
  await world.endRoom(roomCode);
  await world.deleteRoom(roomCode);
}

async function beforeTheRoom(page: Page, roomCode: string, screenshot: (name: string) => Promise<void>): Promise<void> {
  await answer(page, { '/interview-sessions/room/[^/]+': 'hold' });
  await page.goto(`/editor?room=${roomCode}`);
  await expect(page.getByText('Starting interview session...')).toBeVisible();
  await screenshot('editor, starting');
  await release(page);
  await answer(page, { '/interview-sessions/room/[^/]+': NOT_READ });
  await page.goto(`/editor?room=${roomCode}`);
  await expect(page.getByRole('alert').first()).toBeVisible();
  await screenshot('editor, failed');
  await release(page);
}

const REFUSED = {
  status: 403,
  body: { message: 'Your account may not save this session any more.', code: 'forbidden' },
};

/** A save that the server refuses, and a save that neither server nor device stores. */
async function unsaved(page: Page, screenshot: (name: string) => Promise<void>): Promise<void> {
  await answer(page, { '/code-editor-data': REFUSED });
  await fromBar(page, 'Save');
  await expect(page.getByText(/^Couldn’t save \(/)).toBeVisible();
  await screenshot('save refused');
  await page.getByRole('button', { name: 'Dismiss' }).click();
  await expect(page.getByText(/^Couldn’t save \(/)).toHaveCount(0);
  await release(page);
  await page.evaluate(() => {
    IDBObjectStore.prototype.add = () => {
      throw new DOMException('The disk is full.', 'QuotaExceededError');
    };
  });
  await answer(page, { '/code-editor-data': FAILED });
  await fromBar(page, 'Save');
  await expect(page.getByText(/^Not saved: we can’t reach the server/)).toBeVisible();
  await screenshot('save kept nowhere');
  await page.getByRole('button', { name: 'Dismiss' }).click();
  await release(page);
}

async function notes(page: Page, screenshot: (name: string) => Promise<void>): Promise<void> {
  await fromBar(page, 'My notes');
  await page.getByRole('textbox', { name: 'My notes' }).fill('Asks before she assumes');
  await expect(page.getByText('Draft saved')).toBeVisible();
  await screenshot('notes');
  await page.getByRole('button', { name: /^Close (notes|side panel)$/ }).click();
}

async function overTheCode(page: Page, screenshot: (name: string) => Promise<void>): Promise<void> {
  await page.getByRole('button', { name: 'Ada Lovelace, candidate' }).click();
  await screenshot('participant menu');
  await page.getByRole('menuitem', { name: 'Follow' }).click();
  await expect(page.getByText('Following Ada Lovelace')).toBeVisible();
  await screenshot('following');
  await page.getByRole('button', { name: 'Stop following' }).click();
  await page.getByRole('button', { name: 'Ada Lovelace, candidate' }).click();
  await page.getByRole('menuitem', { name: 'Remove from session' }).click();
  await screenshot('remove');
  await page.getByRole('button', { name: 'Cancel', exact: true }).click();
  await settingsAndFind(page, screenshot);
  const more = page.getByRole('button', { name: 'More', exact: true });
  if (await more.isVisible()) {
    await more.click();
    await screenshot('menu');
    await page.getByRole('menuitem', { name: 'End', exact: true }).click();
  } else await page.getByRole('button', { name: 'End', exact: true }).click();
  await expect(page.getByRole('alertdialog')).toBeVisible();
  await screenshot('end');
  await page.getByRole('button', { name: 'Cancel', exact: true }).click();
}

async function settingsAndFind(page: Page, screenshot: (name: string) => Promise<void>): Promise<void> {
  await page.getByRole('button', { name: 'Editor settings' }).first().click();
  const sheet = page.getByRole('dialog', { name: 'Editor settings' });
  await screenshot('settings');
  await sheet.getByText('Light', { exact: true }).click();
  await page.keyboard.press('Escape');
  await expect(sheet).toHaveCount(0);
  await screenshot('light editor');
  const find = page.getByRole('button', { name: 'Find' });
  if (await find.isVisible()) await find.click();
  else {
    await page.locator('.monaco-editor .view-lines').first().click();
    await page.keyboard.press('Control+h');
  }
  await expect(page.locator('.find-widget.visible, .cm-search')).toBeVisible();
  await screenshot('find');
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
