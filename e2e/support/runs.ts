import type { Page } from '@playwright/test';
import { expect } from './fixtures.ts';
import { expectCode, joinAsCandidate, openInterview } from './steps.ts';

/** A cold start of a runtime on a busy machine (ms). */
export const RUNTIME_MS = 60_000;

/** How long a runtime's download is held up, so that its progress is seen (ms). */
export const HELD_UP_MS = 1_500;

export const log = (page: Page) => page.getByRole('log', { name: 'Output' });
export const runButton = (page: Page) => page.getByRole('button', { name: 'Run', exact: true });
export const stopButton = (page: Page) => page.getByRole('button', { name: 'Stop', exact: true });

/** Starts an interview in a language and replaces its code. */
export async function startWith(page: Page, language: string, code: string): Promise<string> {
  const roomCode = await openInterview(page);
  await choose(page, language);
  await write(page, code);
  return roomCode;
}

export async function choose(page: Page, language: string): Promise<void> {
  await page.getByLabel('Language').first().selectOption(language);
}

/** Replaces the whole code by keyboard. Pasted text stays as it is; the editors indent and close typed text. */
export async function write(page: Page, code: string): Promise<void> {
  await page.locator('.monaco-editor .view-lines, .cm-content').first().click();
  await page.keyboard.press('ControlOrMeta+a');
  await page.evaluate((text) => navigator.clipboard.writeText(text), code);
  await page.keyboard.press('ControlOrMeta+v');
  await expectCode(page, code.split('\n')[0] ?? '');
}

export const join = (page: Page, roomCode: string) => joinAsCandidate(page, `/codeshare/${roomCode}`, 'Ada Lovelace');

/** Chooses one of the interviewer's options of runs. */
export async function chooseOption(page: Page, name: string): Promise<void> {
  await page.getByRole('button', { name: 'Run options' }).click();
  await page.getByRole('menuitem', { name }).click();
}

/** Creates a file of the room in a window with tabs, and waits until it is shown. */
export async function createFile(page: Page, name: string): Promise<void> {
  await page.getByRole('button', { name: 'New file' }).click();
  await page.getByLabel('Name').fill(name);
  await page.getByRole('button', { name: 'Create' }).click();
  await expect(page.getByRole('tab', { name })).toHaveAttribute('aria-selected', 'true');
}

/** Switches completion in the interviewer's room. */
export async function complete(page: Page, choice: 'Off' | 'Words' | 'Full'): Promise<void> {
  await page.getByRole('button', { name: /^Room access/ }).click();
  await page.getByRole('menuitem', { name: 'Change rules' }).click();
  const dialog = page.getByRole('dialog', { name: 'Rules' });
  await dialog.getByRole('group', { name: 'Code completion' }).getByText(choice, { exact: true }).click();
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect(dialog).toHaveCount(0);
}
