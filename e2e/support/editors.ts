import type { Browser, Locator, Page } from '@playwright/test';
import { putStorage } from './accounts.ts';
import { devices } from '../../testkit/devices.ts';
import { expect, watch } from './fixtures.ts';

/** Opens a page in its own laptop context, with the given editor. */
export async function newLaptop(
  browser: Browser,
  baseURL: string | undefined,
  { problems, editor }: { problems: string[]; editor: 'monaco' | 'touch' },
): Promise<Page> {
  const permissions = ['clipboard-read', 'clipboard-write'];
  const context = await browser.newContext({ ...devices.laptop, permissions, ...(baseURL && { baseURL }) });
  watch(context, problems, baseURL);
  const page = await context.newPage();
  await putStorage(page, { storage: [{ name: 'editor-settings', value: JSON.stringify({ editor }) }] });
  return page;
}

/** Returns the text area of either editor. */
export const editorOf = (page: Page) => page.locator('.monaco-editor .view-lines, .cm-content').first();

/** Returns the list of completions in Monaco. */
export const completions = (page: Page) => page.locator('.suggest-widget.visible');
/** Returns the completion of this name. */
export const completion = (page: Page, name: string) =>
  completions(page).getByRole('option', { name: new RegExp(`^${name}\\b`) });

/** Opens the description of the chosen completion. A list that has just been filled may have chosen none yet. */
export async function describeCompletion(page: Page, name: string, text: string): Promise<void> {
  await expect(completion(page, name)).toHaveClass(/focused/);
  await page.keyboard.press('Control+Space');
  await expect(page.locator('.suggest-details')).toContainText(text);
}

/** Holds the mouse over a word in Monaco until a description of it is shown; an edit that arrives hides it again. */
export async function describeWord(page: Page, word: Locator, text: string): Promise<void> {
  await expect(async () => {
    await page.mouse.move(700, 600);
    await word.hover();
    await expect(page.locator('.monaco-hover:visible')).toContainText(text, { timeout: 5_000 });
  }).toPass({ timeout: 30_000 });
}

/** Returns the drawn lines from top to bottom, without the names of peers. */
export async function readDrawnLines(page: Page): Promise<string[]> {
  return page.locator('.monaco-editor .view-line, .cm-line').evaluateAll((lines) =>
    lines
      .map((line) => {
        const copy = line.cloneNode(true) as Element;
        for (const peer of copy.querySelectorAll('[contenteditable=false]')) peer.remove();
        return { top: line.getBoundingClientRect().top, text: copy.textContent.replaceAll('\u00a0', ' ') };
      })
      .toSorted((a, b) => a.top - b.top)
      .map(({ text }) => text),
  );
}
