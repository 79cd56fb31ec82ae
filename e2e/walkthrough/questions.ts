import { expect } from '../support/fixtures.ts';
import { choose, RUNTIME_MS } from '../support/runs.ts';
import { answer, FAILED, fromBar, release } from './walkthrough.ts';
import type { Walkthrough } from './walkthrough.ts';

const TITLE = 'The heaviest parcel';

/** The question bank: lists, the editor of a question, and templates. */
export async function walkQuestions({ world, open, screenshot, also }: Walkthrough): Promise<void> {
  await also(async () => {
    const newcomer = await open(world.newcomer);
    await newcomer.goto('/questions');
    await expect(newcomer.getByRole('heading', { name: 'Start with 30 questions' })).toBeVisible();
    await screenshot('questions, empty', newcomer);
    const file = { name: 'notes.zip', mimeType: 'application/zip', buffer: Buffer.from('# Notes') };
    await newcomer.getByLabel('Archive of questions').setInputFiles(file);
    await expect(newcomer.getByRole('alertdialog', { name: 'Nothing was imported' })).toBeVisible();
    await screenshot('questions, not imported', newcomer);
  });
  const id = await world.addQuestion(TITLE);
  const page = await open(world.owner);
  await also(async () => {
    await answer(page, { '/questions\\?page=1': FAILED });
    await page.goto('/questions');
    await expect(page.getByText('Failed to load questions')).toBeVisible({ timeout: 15_000 });
    await screenshot('questions, failed', page);
    await release(page);
  });
  await page.goto('/questions');
  await expect(page.getByRole('link', { name: TITLE }).first()).toBeVisible();
  await screenshot('questions', page);
  await page.getByRole('tab', { name: 'Templates' }).click();
  await page.getByRole('button', { name: 'New template' }).first().click();
  await expect(page.getByRole('dialog')).toBeVisible();
  await screenshot('template', page);
  await page.keyboard.press('Escape');
  await page.goto(`/questions/${id}`);
  await expect(page.getByRole('heading', { level: 1, name: TITLE })).toBeVisible();
  await screenshot('question', page);
  await also(async () => {
    // Tabs on a phone, a map on the rest.
    await page
      .getByRole('tab', { name: 'Tests' })
      .or(page.getByRole('button', { name: /^Tests \d/ }))
      .click();
    await page.getByRole('button', { name: 'Run all' }).click();
    await expect(page.getByText('1 of 2 tests pass')).toBeVisible({ timeout: RUNTIME_MS });
    await screenshot('question, tests', page);
  });
}

/** A question in a room: the interviewers' panel, everyone's view, and its tests. */
export async function walkAskedQuestion({ world, open, screenshot }: Walkthrough): Promise<void> {
  await world.addQuestion(TITLE);
  const roomCode = await world.startRoom();
  const owner = await open(world.owner);
  await owner.goto(`/editor?room=${roomCode}`);
  await expect(owner.getByText('Connected', { exact: true })).toBeVisible({ timeout: 30_000 });
  await choose(owner, 'javascript');
  await fromBar(owner, 'Questions');
  const panel = owner.getByRole('dialog', { name: 'Questions' });
  await panel.getByRole('button', { name: TITLE }).first().click();
  await expect(panel.getByRole('region', { name: 'Guide' })).toBeVisible();
  await screenshot('room, interviewer, questions', owner);
  await panel.getByRole('button', { name: 'Show question' }).click();
  await expect(panel.getByText('On screen')).toBeVisible();
  await panel.getByRole('button', { name: 'Close' }).click();
  await expect(panel).toHaveCount(0);
  await owner.getByRole('button', { name: 'Run tests' }).click();
  await expect(owner.getByText('0 of 1 shown test passes · 0 of 1 hidden test passes')).toBeVisible({
    timeout: RUNTIME_MS,
  });
  await screenshot('room, interviewer, tests', owner);
  const candidate = await open(await world.join(roomCode, 'Ada Lovelace'));
  await candidate.goto(`/codeshare/${roomCode}`);
  await expect(candidate.getByText('0 of 1 shown test passes')).toBeVisible({ timeout: 30_000 });
  await screenshot('room, candidate, question', candidate);
  await world.endRoom(roomCode);
  await world.deleteRoom(roomCode);
}
