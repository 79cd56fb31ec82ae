import { expect } from '../support/fixtures.ts';
import type { Walkthrough } from './walkthrough.ts';

/** The candidate's pages without a room: the page to try the editor, and the check of receipts. */
export async function walkCandidateSide({ open, screenshot, also }: Walkthrough): Promise<void> {
  const page = await open();
  await page.goto('/try');
  await expect(page.locator('.monaco-editor .view-line, .cm-line').first()).toBeVisible({ timeout: 30_000 });
  await screenshot('try', page);
  await also(async () => {
    await page.getByRole('button', { name: 'Run', exact: true }).click();
    await expect(page.getByRole('log', { name: 'Output' })).toContainText('Hello', { timeout: 30_000 });
    await screenshot('try, output', page);
    await page.getByRole('button', { name: 'Clear all' }).click();
    await expect(page.getByRole('alertdialog')).toBeVisible();
    await screenshot('try, clear', page);
  });

  await page.goto('/verify');
  await screenshot('verify', page);
  await also(async () => {
    await page.getByLabel('Or paste its text').fill('{}');
    await page.getByRole('button', { name: 'Check', exact: true }).click();
    await expect(page.getByText(/^Not genuine/)).toBeVisible();
    await screenshot('verify, not genuine', page);
  });
}

/** The rule of an interview on both sides, and the candidate's receipt after the end. */
export async function walkRule({ world, open, screenshot }: Walkthrough): Promise<void> {
  const roomCode = await world.startRoom();
  const owner = await open(world.owner);
  await owner.goto(`/editor?room=${roomCode}`);
  await expect(owner.getByText('Connected', { exact: true })).toBeVisible({ timeout: 30_000 });
  await owner.getByRole('button', { name: /^(Room access|More$)/ }).click();
  await owner.getByRole('menuitem', { name: 'Change rules' }).click();
  const dialog = owner.getByRole('dialog', { name: 'Rules' });
  await dialog.getByText('AI allowed, tell us when', { exact: true }).click();
  await dialog.getByLabel('Details').fill('Documentation and search are fine. '.repeat(5));
  await screenshot('rule, dialog', owner);
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect(owner.locator('[data-room-rule]')).toContainText('AI allowed, tell us when');
  await screenshot('rule, room', owner);

  const guest = await open();
  await guest.goto(`/codeshare/${roomCode}`);
  await expect(guest.locator('[data-rule]')).toBeVisible();
  await screenshot('rule, join card', guest);

  const candidate = await open(await world.join(roomCode, 'Ada Lovelace'));
  await world.endRoom(roomCode);
  await candidate.goto(`/codeshare/${roomCode}`);
  await expect(candidate.getByRole('alertdialog', { name: 'Session Ended' })).toBeVisible();
  await screenshot('after the end', candidate);
  await candidate.getByRole('button', { name: 'Your code and receipt' }).click();
  await expect(candidate.getByText('Edits by the candidate')).toBeVisible();
  await screenshot('receipt', candidate);
}
