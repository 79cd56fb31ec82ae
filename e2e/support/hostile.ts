import type { Browser, BrowserContext, BrowserContextOptions, Page } from '@playwright/test';
import { expect } from './fixtures.ts';

/** The text for each field of a company and its interviews. */
export interface Texts {
  company: string;
  phone: string;
  address: string;
  interviewer: string;
  candidate: string;
  planned: string;
  notes: string;
  mark: string;
}

/** Fails when a page has interpreted a hostile text. */
export type HarmCheck = (page: Page, place: string) => Promise<void>;

/** Waits until a text is on a page. */
export const shown = (page: Page, text: string) =>
  expect(page.getByText(text.trim(), { exact: false }).first()).toBeAttached();

/** Returns the strangest email address that is valid. */
export const mail = (mark: string, user: string) => `${user}'{x}--${mark}@example.com`;

/** Sets of texts that run, load or hide something where they are interpreted. Each fits the length of a name. */
export const HOSTILE: Record<string, string[]> = {
  markup: [
    '<script>window.__ran=1</script>',
    '"><img src=x onerror=window.__ran=1>',
    '<svg onload=window.__ran=1><a href=javascript:window.__ran=1>',
    '</textarea></style></title><script>window.__ran=1</script>',
    '<iframe srcdoc="<script>parent.__ran=1</script>">',
  ],
  code: [
    'javascript:window.__ran=1',
    '{{constructor.constructor("window.__ran=1")()}}${window.__ran=1}#{1}',
    `';}*{background:url(//evil.example/x)!important}/*`,
    '\\"; } @import "//evil.example/x.css"; .a{content:"',
    '%3Cscript%3Ewindow.__ran=1%3C/script%3E &lt;b&gt; &#x3c;i&#x3e;',
  ],
  letters: [
    '👩‍👩‍👧‍👦'.repeat(11),
    'مرحبا بالعالم <b>שלום</b>',
    `A\u200bd\u200da\u2060 Lo\u00advelace`,
    'Z̴̡̛͖̘͙͚͖͕̗̣̲̱̘͉̈́̏̈́̑͗̌͗͐̇̋͝a̷l̵g̶o',
    'ﷺ'.repeat(20),
  ],
};

/** Two of each set, for tests that go through them one after the other. */
export const MIXED: string[] = Object.values(HOSTILE).flatMap((texts) => [texts[1] ?? '', texts[3] ?? '']);

/** Records dialogs and policy violations on all pages of a context. */
async function guard(context: BrowserContext, problems: string[]): Promise<void> {
  context.on('dialog', (dialog) => {
    problems.push(`a dialog: ${dialog.message()}`);
    void dialog.dismiss();
  });
  await context.exposeFunction('reportViolation', (what: string) => problems.push(`the policy refused: ${what}`));
  await context.addInitScript(() => {
    document.addEventListener('securitypolicyviolation', ({ effectiveDirective, blockedURI, sourceFile }) => {
      const tell: unknown = Reflect.get(window, 'reportViolation');
      if (typeof tell === 'function') tell(`${effectiveDirective} ${blockedURI} ${sourceFile}`);
    });
  });
}

/** Opens a page that records dialogs, policy violations, foreign requests and console errors as problems. */
export async function guardedPage(
  browser: Browser,
  options: BrowserContextOptions,
  problems: string[],
  isExpected = /status of 404/,
): Promise<Page> {
  const context = await browser.newContext(options);
  await guard(context, problems);
  const page = await context.newPage();
  page.on('console', (message) => {
    if (message.type() === 'error' && !isExpected.test(message.text())) problems.push(`console: ${message.text()}`);
  });
  page.on('request', (request) => {
    if (new URL(request.url()).host === 'evil.example') problems.push(`request: ${request.url()}`);
  });
  return page;
}

/** Returns injected content of a page: scripts that ran, event handlers, code URLs. */
function harm(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const found: string[] = [];
    const isCode = /^\s*(javascript|data:text)/i;
    if (Reflect.get(window, '__ran') !== undefined) found.push('a script ran');
    for (const element of document.querySelectorAll('*')) {
      for (const { name, value } of element.attributes)
        if (name.startsWith('on') || (/^(xlink:)?(href|src|action|formaction|data)$/.test(name) && isCode.test(value)))
          found.push(`${element.tagName} ${name}=${value}`);
      if (['IFRAME', 'OBJECT', 'EMBED', 'BASE'].includes(element.tagName)) found.push(element.tagName);
      if (element.tagName === 'SCRIPT' && element.textContent !== '') found.push('an inline script');
      if (getComputedStyle(element).backgroundImage.includes('evil.example')) found.push('a style');
    }
    return found;
  });
}

/** Expects that a page has interpreted no hostile text. */
export const expectHarmless: HarmCheck = async (page, place) => expect(await harm(page), place).toEqual([]);
