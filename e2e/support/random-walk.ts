import type { BrowserContext, ElementHandle, Page } from '@playwright/test';
import type { Random } from '../../testkit/random.ts';
import { expect } from './fixtures.ts';

/** Actions that a finding is reported with. */
const LAST_ACTIONS = 20;
/** How long a page may show nothing, because it loads its files again. */
const BLANK_MS = 15_000;

/** The controls to press, type into or choose from. */
const CONTROLS =
  'button, a[href], input:not([type=file]), textarea, select, summary, [contenteditable=true], [tabindex="0"], [role=button], [role=tab], [role=option], [role=menuitem], [role=slider]';
/** Actions that would end the walk: the account is signed out or its data is deleted, or the interview is over. */
const FINAL = /log ?out|sign(ed)? out|delete (this|the) company|delete company|^end$|end interview|end session/i;

const TEXTS = [
  '',
  'Ada',
  'ada@example.com',
  '12:34',
  '-1',
  '2031-05-06',
  '😀 مرحبا \u202Eabc',
  '<b>bold</b>',
  'x'.repeat(300),
  'one\ntwo\n',
] as const;
const KEYS = [
  'Escape',
  'Tab',
  'Enter',
  'ArrowDown',
  'ArrowUp',
  'ArrowRight',
  'ArrowLeft',
  'End',
  'Home',
  'Space',
] as const;
const CHORDS = ['Control+k', 'Control+Enter', 'Shift+ArrowRight', 'Shift+Tab', 'F2'] as const;

/** Walks at random over pages, and notes failures that must never happen there. */
export class RandomWalk {
  readonly #random: Random;
  readonly #seed: string;
  readonly #actions: string[] = [];
  readonly #findings: string[] = [];

  /** `seed` repeats the walk. */
  constructor(random: Random, seed: string) {
    this.#random = random;
    this.#seed = seed;
  }

  /** Watches the pages of a context: page errors, and replies of 5xx. */
  watch(context: BrowserContext): void {
    context.on('weberror', (error) =>
      this.#findings.push(`page error: ${error.error().stack ?? error.error().message}`),
    );
    context.on('response', (response) => {
      if (response.status() >= 500) this.#findings.push(`${response.status()} ${response.url()}`);
    });
    context.on('page', (page) => {
      // If a text is not saved, the page asks before it is left.
      page.on('dialog', (dialog) => void dialog.accept().catch(() => undefined));
    });
  }

  /** Takes random steps on a page, which its controls may lead elsewhere. Throws at the first finding. */
  async take(steps: number, page: Page, place: string): Promise<void> {
    this.#actions.push(`-- ${place}`);
    await this.#check(page);
    for (let step = 0; step < steps; step++) {
      await this.#act(page);
      await this.#check(page);
    }
  }

  async #act(page: Page): Promise<void> {
    if (this.#random.below(6) === 0) {
      const key = this.#random.pick<string>(this.#random.below(3) === 0 ? CHORDS : KEYS);
      this.#note(page, `press ${key}`);
      await page.keyboard.press(key);
      return;
    }
    const control = await this.#pickControl(page);
    if (!control) return;
    await this.#use(page, control).catch(ignoreNavigation);
    await control.dispose().catch(ignoreNavigation);
  }

  /** Returns a control that is shown and enabled; null while there is none. */
  async #pickControl(page: Page): Promise<ElementHandle<HTMLElement> | null> {
    const handle = await page
      .evaluateHandle(
        ({ controls, final, at }) => {
          const name = (element: HTMLElement) =>
            (element.getAttribute('aria-label') ?? element.innerText ?? '').trim().slice(0, 60);
          // Another site, a new tab, and a file such as the licenses.
          const isOutside = (element: HTMLElement) =>
            element instanceof HTMLAnchorElement &&
            (element.origin !== location.origin || element.target === '_blank' || /\.\w+$/.test(element.pathname));
          const shown = [...document.querySelectorAll<HTMLElement>(controls)].filter((element) => {
            const { width, height } = element.getBoundingClientRect();
            return (
              width > 0 &&
              height > 0 &&
              element.checkVisibility({ visibilityProperty: true }) &&
              !element.matches(':disabled, [aria-disabled=true]') &&
              element.closest('[inert], [aria-hidden=true]') === null &&
              !new RegExp(final, 'i').test(name(element)) &&
              !isOutside(element)
            );
          });
          // If an open dialog or menu covers a control, it is none now.
          const front = [
            ...document.querySelectorAll('[role=dialog], [role=alertdialog], [role=menu], dialog[open]'),
          ].at(-1);
          const reachable = front ? shown.filter((element) => front.contains(element)) : shown;
          const among = reachable.length > 0 ? reachable : shown;
          return among[Math.floor(at * among.length)] ?? null;
        },
        { controls: CONTROLS, final: FINAL.source, at: this.#random.next() },
      )
      .catch(ignoreNavigation);
    return handle?.asElement() ?? null;
  }

  async #use(page: Page, control: ElementHandle<HTMLElement>): Promise<void> {
    const { kind, name, x, y, options } = await control.evaluate((element) => {
      element.scrollIntoView({ block: 'nearest', inline: 'nearest', behavior: 'instant' });
      const box = element.getBoundingClientRect();
      const isText = element.matches(
        'input:not([type=checkbox], [type=radio], [type=range]), textarea, [contenteditable=true]',
      );
      return {
        kind: element instanceof HTMLSelectElement ? 'select' : isText ? 'text' : 'press',
        name: `${element.tagName.toLowerCase()} “${(element.getAttribute('aria-label') ?? element.innerText ?? '').trim().slice(0, 60)}”`,
        x: box.x + box.width / 2,
        y: box.y + box.height / 2,
        options: element instanceof HTMLSelectElement ? [...element.options].map(({ value }) => value) : [],
      };
    });
    if (kind === 'select') {
      const option = options[this.#random.below(options.length)];
      this.#note(page, `choose ${option} in ${name}`);
      if (option !== undefined) await control.selectOption(option, { timeout: 2_000 });
      return;
    }
    this.#note(page, `press ${name}`);
    await press(page, x, y);
    // Half of the time the same control once more, because the second time is another case.
    if (kind === 'press' && this.#random.below(2) === 0) {
      this.#note(page, 'press it again');
      await press(page, x, y);
    }
    if (kind !== 'text') return;
    const text = this.#random.pick<string>(TEXTS);
    this.#note(page, `type ${JSON.stringify(text.slice(0, 40))}`);
    await page.keyboard.insertText(text);
  }

  async #check(page: Page): Promise<void> {
    await twoFrames(page);
    await expect
      .poll(() => isBlank(page), { timeout: BLANK_MS })
      .toBe(false)
      .catch(() => this.#findings.push(`white page at ${page.url()}`));
    const beyond = await page
      // Not innerWidth, because a phone makes it as wide as the overflowing content.
      .evaluate((width) => document.documentElement.scrollWidth - width, page.viewportSize()?.width ?? 0)
      .catch(ignoreNavigation);
    if (beyond !== undefined && beyond > 0) this.#findings.push(`${beyond} px beyond the right edge at ${page.url()}`);
    if (this.#findings.length === 0) return;
    const last = this.#actions.slice(-LAST_ACTIONS);
    throw new Error([...this.#findings, `TEST_SEED=${this.#seed}, the last actions:`, ...last].join('\n'));
  }

  #note(page: Page, action: string): void {
    this.#actions.push(`${new URL(page.url()).pathname}: ${action}`);
  }
}

/** Presses a place with the device's pointer; if something covers it, that gets the press, as in a hand. */
async function press(page: Page, x: number, y: number): Promise<void> {
  const hasTouch = await page.evaluate(() => navigator.maxTouchPoints > 0);
  if (hasTouch) await page.touchscreen.tap(x, y);
  else await page.mouse.click(x, y);
}

/** Waits until the page has drawn the effect of a press. */
async function twoFrames(page: Page): Promise<void> {
  await page.waitForLoadState('domcontentloaded');
  await page
    .evaluate(() => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))))
    .catch(ignoreNavigation);
}

/** Whether a page shows neither text nor a spinner. */
async function isBlank(page: Page): Promise<boolean> {
  const shown = await page
    .evaluate(() => {
      // While a document loads, it has no body.
      const body = document.body as HTMLElement | null;
      return (
        body !== null && (body.innerText.trim() !== '' || body.querySelector('[role=progressbar], canvas') !== null)
      );
    })
    .catch(ignoreNavigation);
  return shown === false;
}

/** Ignores errors of a page that was left meanwhile. Rethrows everything else. */
function ignoreNavigation(error: unknown): undefined {
  const { message } = error as Error;
  if (!/context was destroyed|navigat|not attached|detached|Target page|Timeout|Cannot find context/i.test(message))
    throw error;
  return undefined;
}
