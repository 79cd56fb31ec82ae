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

/** Fails if a page has interpreted a hostile text. */
export type HarmCheck = (page: Page, place: string) => Promise<void>;

/** Waits until a text is on a page. */
export const shown = (page: Page, text: string) =>
  expect(page.getByText(text.trim(), { exact: false }).first()).toBeAttached();

/** Returns the strangest email address that is valid. */
export const mail = (mark: string, user: string) => `${user}'{x}--${mark}@example.com`;

/**
 * Texts that run, load or hide something if they are interpreted as markup, as code, in a URL or in a style. Each fits
 * the length of a name.
 */
export const HOSTILE: string[] = [
  'javascript:window.__ran=1//<script>window.__ran=1</script>👩‍👩‍👧‍👦A\u200bd\u200da\u2060 שלום',
  '{{constructor.constructor("window.__ran=1")()}}"><img src=x onerror=__ran=1>',
  `';}*{background:url(//evil.example/x)!important}/*</title><svg onload=__ran=1>`,
  '\\"; } @import "//evil.example/x.css";</textarea></style><script>__ran=1</script>',
  '%3Cb%3E &lt;b&gt; ${__ran=1}<iframe srcdoc="<script>parent.__ran=1</script>">',
];

/** Four texts, for tests that go through them one after the other. */
export const MIXED: string[] = [HOSTILE[1] ?? '', HOSTILE[3] ?? '', 'مرحبا بالعالم <b>שלום</b>', 'Z̴̡̛͖̘͙͚͖͕̗̣̲̱̘͉̈́̏̈́̑͗̌͗͐̇̋͝a̷l̵g̶o'];

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
