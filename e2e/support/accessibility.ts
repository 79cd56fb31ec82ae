import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { Page } from '@playwright/test';
import type { AxeResults, RunOptions } from 'axe-core';

/** Axe in half the size of its readable build, because every page compiles it again. */
const AXE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

/** Rules that depend on the color scheme. */
const COLOR_RULES = ['color-contrast', 'link-in-text-block'];

/** Returns axe's violations with their elements. With `colors`, checks only the rules of the color scheme. */
export async function violations(page: Page, only?: 'colors'): Promise<string[]> {
  // Evaluated over the debugger, which the page's content security policy does not restrict.
  if (!(await page.evaluate('"axe" in globalThis'))) await page.evaluate(AXE);
  const options: RunOptions = {
    resultTypes: ['violations'],
    ...(only === 'colors' && { runOnly: { type: 'rule', values: COLOR_RULES } }),
  };
  return page.evaluate(async (given) => {
    const run = globalThis as unknown as { axe: { run(options: RunOptions): Promise<AxeResults> } };
    const { violations: found } = await run.axe.run(given);
    return found.map(({ id, nodes }) => `${id}: ${nodes.map(({ target }) => target.join(' ')).join(', ')}`);
  }, options);
}

/** The smallest touch target (CSS px). */
const TARGET_PX = 44;

/** Returns controls whose touch target is smaller than 44 × 44 px. Links within text are exempt. */
export function smallTargets(page: Page): Promise<string[]> {
  return page.evaluate((least) => {
    const PRESSABLE =
      'button, a[href], input, select, textarea, summary, [role=button], [role=menuitem], [role=switch]';
    const answers = (element: Element, x: number, y: number) => {
      const [inX, inY] = [Math.min(Math.max(x, 0), innerWidth - 1), Math.min(Math.max(y, 0), innerHeight - 1)];
      const hit = document.elementFromPoint(inX, inY);
      if (hit === null) return false;
      if (element.contains(hit) || hit.contains(element)) return element.contains(hit) || isFieldOf(hit, element);
      const label = hit.closest('label');
      return label !== null && (label.control === element || label.contains(element));
    };
    // A press on the box around a field focuses it too.
    const isFieldOf = (box: Element, field: Element) =>
      field.matches('input, textarea') && box.matches('[class*=Input], [class*=Textarea], label');
    const isInText = (element: Element) =>
      element.matches('a') &&
      getComputedStyle(element).display === 'inline' &&
      element.parentElement?.matches('p, dd, li, label');
    const found: string[] = [];
    // An open menu covers its neighbors, so they are checked without it.
    const menu = document.querySelector('[role=menu]');
    for (const element of (menu ?? document).querySelectorAll<HTMLElement>(PRESSABLE)) {
      if (element.matches(':disabled, [aria-disabled=true], [tabindex="-1"]:not([role=menuitem])')) continue;
      if (!element.checkVisibility({ visibilityProperty: true }) || isInText(element)) continue;
      const shown = element.matches('input[type=radio], input[type=checkbox]')
        ? ((element as HTMLInputElement).labels?.[0] ?? element)
        : element;
      shown.scrollIntoView({ block: 'center', inline: 'center', behavior: 'instant' });
      const box = shown.getBoundingClientRect();
      const [x, y] = [box.x + box.width / 2, box.y + box.height / 2];
      // Something covers it, such as a dialog.
      if (box.width === 0 || !answers(element, x, y)) continue;
      const reach = least / 2 - 1;
      const misses = (
        [
          [-reach, 0],
          [reach, 0],
          [0, -reach],
          [0, reach],
        ] as const
      ).filter(([dx, dy]) => !answers(element, x + dx, y + dy));
      if (misses.length > 0) {
        const name = element.getAttribute('aria-label') ?? element.innerText ?? '';
        found.push(
          `${element.tagName.toLowerCase()} “${name.slice(0, 40)}” ${Math.round(box.width)} × ${Math.round(box.height)}`,
        );
      }
    }
    return [...new Set(found)];
  }, TARGET_PX);
}

/** The longest word that a button's own text has; a longer one may be a name. */
const WORD_CHARS = 20;

/** Returns the words of buttons that are broken over lines, because the button is too narrow. */
export function brokenWords(page: Page): Promise<string[]> {
  return page.evaluate((longest) => {
    const found: string[] = [];
    const range = document.createRange();
    for (const button of document.querySelectorAll('button')) {
      const texts = document.createTreeWalker(button, NodeFilter.SHOW_TEXT);
      while (texts.nextNode()) {
        const node = texts.currentNode;
        for (const { 0: word, index } of (node.nodeValue ?? '').matchAll(/\S+/g)) {
          range.setStart(node, index);
          range.setEnd(node, index + word.length);
          const lines = new Set(Array.from(range.getClientRects(), ({ top }) => Math.round(top)));
          if (word.length <= longest && lines.size > 1) found.push(word);
        }
      }
    }
    return [...new Set(found)];
  }, WORD_CHARS);
}

/** Waits for the transitions of a page, as between two colors. */
export async function standsStill(page: Page): Promise<void> {
  await page.evaluate(async () => {
    await new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)));
    const ending = document.getAnimations().filter(({ effect }) => effect?.getComputedTiming().endTime !== Infinity);
    await Promise.allSettled(ending.map(({ finished }) => finished));
  });
}
