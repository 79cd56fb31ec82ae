import { expect } from '@playwright/test';
import { KEYS } from './engine-page.ts';
import type { EnginePage } from './engine-page.ts';

/** Time for a page to show an expected text on a busy machine (ms). */
const SEEN_WITHIN_MS = 60_000;

/** Reads a page, and presses and types in it like a person. */
export class Hands {
  readonly page: EnginePage;

  constructor(page: EnginePage) {
    this.page = page;
  }

  /** Opens a page and waits until its text has some words. */
  async open(url: string, words: string | RegExp): Promise<void> {
    await this.page.goto(url);
    await this.sees(words);
  }

  /** Waits until the text of the page, or of its elements of a selector, has some words. */
  async sees(words: string | RegExp, selector = 'body', timeout = SEEN_WITHIN_MS): Promise<void> {
    const text = () => this.page.evaluate(textOf, selector);
    await expect.poll(text, { timeout, message: `the text of ${selector}` }).toMatch(words);
  }

  /** Returns whether the text of the elements of a selector has some words now. */
  async reads(words: RegExp, selector: string): Promise<boolean> {
    return words.test(await this.page.evaluate(textOf, selector));
  }

  /** Waits until the code on the screen has a piece of text. */
  seesCode(text: string | RegExp): Promise<void> {
    return this.sees(text, '.monaco-editor .view-lines, .cm-content');
  }

  /** Presses the first visible element of a selector and an accessible name, at a place where nothing lies above it. */
  async press(selector: string, name?: string): Promise<void> {
    const what = name === undefined ? selector : `${selector} named ${name}`;
    let place: Place = { problem: 'not tried' };
    await expect
      .poll(
        async () => {
          place = await this.page.evaluate(placeOf, selector, name ?? null);
          return place.problem;
        },
        { timeout: SEEN_WITHIN_MS, message: `${what} can be pressed` },
      )
      .toBeUndefined();
    await this.page.press(place.x ?? 0, place.y ?? 0);
  }

  /** Presses the code until its editor has the focus: a part of the room that arrives meanwhile may move the line. */
  async pressCode(): Promise<void> {
    await expect(async () => {
      await this.press('.monaco-editor .view-line, .cm-line');
      expect(await this.page.evaluate(isCodeFocused)).toBe(true);
    }).toPass({ timeout: SEEN_WITHIN_MS });
  }

  /** Writes into the field of a name. */
  async fill(name: string, text: string): Promise<void> {
    await this.press('input, textarea', name);
    await this.page.keys(text);
  }

  /** Types a line at the end of the code, from a new line on. The line break behind it sends it. */
  async typeAtEnd(text: string): Promise<void> {
    await this.pressCode();
    await this.page.keys(KEYS.end, KEYS.control);
    await this.page.keys(`${KEYS.enter}${text}${KEYS.enter}`);
  }
}

interface Place {
  x?: number;
  y?: number;
  problem?: string;
}

/** Runs in the page. */
function textOf(selector: string): string {
  const found = [...document.querySelectorAll<HTMLElement>(selector)].filter((element) => element.checkVisibility());
  return found.map((element) => element.innerText.replaceAll('\u00a0', ' ')).join('\n');
}

/** Runs in the page. */
function isCodeFocused(): boolean {
  return document.activeElement?.closest('.monaco-editor, .cm-editor') != null;
}

/** Runs in the page: scrolls to an element and returns its middle, or the element in the way. */
function placeOf(selector: string, name: string | null): Place {
  const nameOf = (element: Element) =>
    element.getAttribute('aria-label') ?? (element as HTMLInputElement).labels?.[0]?.innerText ?? element.textContent;
  const isSeen = (element: Element) => element.checkVisibility({ visibilityProperty: true, opacityProperty: true });
  const found = [...document.querySelectorAll<HTMLElement>(selector)].find(
    (element) => isSeen(element) && (name === null || nameOf(element).trim() === name),
  );
  if (found === undefined) return { problem: 'not there' };
  found.scrollIntoView({ block: 'center', inline: 'center', behavior: 'instant' });
  const { left, top, width, height } = found.getBoundingClientRect();
  const x = left + Math.min(width / 2, 200);
  const y = top + Math.min(height / 2, 200);
  const hit = document.elementFromPoint(x, y);
  if (hit === null || !found.contains(hit)) return { problem: `under ${hit?.outerHTML.slice(0, 200) ?? 'nothing'}` };
  return (found as HTMLButtonElement).disabled ? { problem: 'disabled' } : { x, y };
}
