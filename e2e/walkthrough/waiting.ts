import { expect } from '../support/fixtures.ts';
import { typeAtEnd } from '../support/steps.ts';
import type { Walkthrough } from './walkthrough.ts';

const GUESTS = ['Grace Hopper', 'Interviewer (host)', 'Jürgen Öztürk-Großmann', 'Katherine Johnson'];

/** The waiting room of both sides, and the dashboard while a candidate waits. */
export async function walkWaiting({ world, open, screenshot }: Walkthrough): Promise<void> {
  const roomCode = await world.startRoom();
  const owner = await open(world.owner);
  const bar = owner.getByRole('region', { name: 'Waiting room' });
  await owner.goto(`/editor?room=${roomCode}`);
  await expect(owner.getByText('Connected', { exact: true })).toBeVisible({ timeout: 30_000 });
  const access = owner.getByRole('button', { name: /^(Room access|More$)/ });
  await access.click();
  await owner.getByRole('menuitemcheckbox', { name: 'Ask before admitting' }).click();
  await access.click();
  await expect(owner.getByRole('menuitemcheckbox', { name: 'Ask before admitting' })).toBeChecked();
  await screenshot('waiting room, access menu', owner);
  await owner.keyboard.press('Escape');

  const candidate = await open(await world.join(roomCode, 'Ada Lovelace'));
  await candidate.goto(`/codeshare/${roomCode}`);
  await expect(candidate.getByText('Your interviewer knows you’re here')).toBeVisible();
  await screenshot('waiting room, candidate', candidate);
  await candidate.getByRole('button', { name: 'Try the editor while you wait' }).click();
  await typeAtEnd(candidate, 'select 1;');
  await screenshot('waiting room, practice', candidate);

  await expect(bar.getByRole('button', { name: 'Admit', exact: true })).toBeVisible();
  await screenshot('waiting room, one waits', owner);
  for (const name of GUESTS) await world.join(roomCode, name);
  await bar.getByRole('button', { name: /^\d more$/ }).click();
  await screenshot('waiting room, all who wait', owner);
  await bar.getByRole('button', { name: 'More about Ada Lovelace' }).click();
  await screenshot('waiting room, decisions', owner);
  await owner.keyboard.press('Escape');
  await bar.getByRole('button', { name: 'Admit', exact: true }).first().click();
  await expect(candidate.getByText('Connected', { exact: true })).toBeVisible({ timeout: 30_000 });
  await owner.getByRole('button', { name: 'Ada Lovelace, candidate' }).click();
  await owner.getByRole('menuitem', { name: 'Move to waiting room' }).click();
  await expect(candidate.getByText('asked you to wait outside')).toBeVisible();
  await screenshot('waiting room, sent back', candidate);

  await owner.goto('/dashboard');
  await expect(owner.getByRole('region', { name: 'At the door' })).toBeVisible();
  await screenshot('dashboard, who waits', owner);
  await candidate.reload();
  await expect(candidate.getByText(/^Nobody from /)).toBeVisible();
  await screenshot('waiting room, no interviewer', candidate);
  await world.endRoom(roomCode);
  await expect(candidate.getByRole('alertdialog')).toBeVisible();
  await screenshot('waiting room, ended', candidate);
  await world.deleteRoom(roomCode);
}
