import type { Page } from '@playwright/test';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startBrowser } from '../support/browser-process.ts';
import { devices } from '../support/devices.ts';
import { expect, test, watch } from '../support/fixtures.ts';
import { openRelay } from '../support/relay.ts';
import {
  expectCode,
  joinAsCandidate,
  newCompany,
  readInterview,
  registerOnFreePlan,
  startInterview,
  typeAtEnd,
} from '../support/steps.ts';

/** The server gives a silent socket up after 18 s at most, and its participant 3 s later; in milliseconds. */
const GIVEN_UP_WITHIN_MS = 40_000;
/** A page that wakes is back by itself, in milliseconds; most of it is finding out that its link is dead. */
const BACK_WITHIN_MS = 10_000;

const HOUR_MS = 3_600_000;

/** Which way is lost first as the lid closes: that of the last line to the server, or that of its answer. */
const WAYS = [
  { what: 'line', lost: { up: true } },
  { what: 'line’s answer', lost: { down: true } },
];

// What sleeps is a whole browser: all its processes are stopped, and its connections are lost without a word, as those
// of a laptop are that has no network any more. It sleeps until the server is through with its socket and with its
// participant; from then on an hour is the same to the server as any other time. To the page it is what the wall clock
// says, which is put forward. Timers stand still in a real sleep; here they are overdue by the time really slept.
// Nothing of the sleeping browser may be awaited: it does not answer.
for (const { what, lost } of WAYS)
  test(`a laptop asleep for an hour comes back by itself with everything once; its last ${what} was lost`, async ({
    laptop,
    problems,
    baseURL,
    launchOptions,
  }) => {
    test.setTimeout(150_000);
    await registerOnFreePlan(laptop, newCompany());
    const roomCode = await startInterview(laptop);
    const relay = await openRelay(baseURL ?? '');
    const profile = await mkdtemp(join(tmpdir(), 'cip-asleep-'));
    const browser = await startBrowser(profile, launchOptions);
    const candidate = browser.page;
    try {
      watch(candidate.context(), problems, relay.origin);
      await candidate.setViewportSize(devices.laptop.viewport);
      await candidate.addInitScript(letAnHourPassInSleep);
      await joinAsCandidate(candidate, `${relay.origin}/codeshare/${roomCode}`, 'Ada Lovelace');
      await typeAtEnd(candidate, '\nSELECT 1; -- acknowledged\n');
      await expectCode(laptop, 'SELECT 1; -- acknowledged');
      await expect(candidate.getByTestId('save-state').first()).toHaveText(/^Saved/);
      await expect(face(laptop)).toHaveCount(1);

      await candidate.keyboard.type('SELECT 2; -- sent');
      relay.lose(lost);
      await candidate.keyboard.type('\n-- held');
      await expectCode(candidate, '-- held');
      if (lost.down) await expectCode(laptop, 'SELECT 2; -- sent');
      relay.lose({ up: true, down: true });
      browser.sleep();
      let isAwake = false;
      const woken = candidate
        .evaluate(() => undefined)
        .then(
          () => (isAwake = true),
          () => undefined,
        );

      await replaceEnd(laptop, '-- acknowledged', '-- corrected');
      await typeAtEnd(laptop, '\n-- while asleep\n');
      await expect(face(laptop)).toHaveCount(0, { timeout: GIVEN_UP_WITHIN_MS });
      await typeAtEnd(laptop, '-- after it was given up\n');
      const lines = ['SELECT 1; -- corrected', '-- while asleep', '-- after it was given up'];
      await expect.poll(() => missing(laptop, roomCode, lines)).toEqual([]);
      expect(isAwake, 'it slept all the time').toBe(false);

      browser.wake();
      const awakeAt = performance.now();
      await expect.poll(() => shown(candidate), { timeout: BACK_WITHIN_MS }).toContain('-- after it was given up');
      await expect(candidate.getByText('Connected', { exact: true })).toBeVisible({ timeout: BACK_WITHIN_MS });
      const backAfter = Math.round(performance.now() - awakeAt);
      await woken;
      test.info().annotations.push({ type: 'back after', description: `${backAfter} ms` });
      expect(await candidate.evaluate(() => Date.now())).toBeGreaterThan(Date.now() + 0.9 * HOUR_MS);

      // Nobody has clicked: the keys go where they went before.
      await candidate.keyboard.type(' until now\n');
      await expectCode(laptop, '-- held until now');
      await expect(face(laptop)).toHaveCount(1);
      lines.push('SELECT 2; -- sent', '-- held until now');
      await expect.poll(() => missing(laptop, roomCode, lines)).toEqual([]);
      const { code } = await readInterview(laptop, roomCode);
      expect(code).not.toContain('-- acknowledged');
      await expect.poll(() => shown(candidate)).toBe(code);
      await expect.poll(() => shown(laptop)).toBe(code);
    } finally {
      await browser.kill();
      await relay.close();
      await rm(profile, { recursive: true, force: true, maxRetries: 5 });
    }
  });

const face = (page: Page) => page.getByRole('button', { name: 'Ada Lovelace, candidate' });

/** Puts another end in the place of a line's present one, from the keyboard. */
async function replaceEnd(page: Page, end: string, by: string): Promise<void> {
  await page
    .locator('.view-line')
    .filter({ hasText: end.replaceAll(' ', '\u00a0') })
    .click();
  await page.keyboard.press('End');
  for (const _character of end) await page.keyboard.press('Backspace');
  await page.keyboard.type(by, { delay: 15 });
}

/** The lines in the order they are shown in; Monaco keeps those it draws in another. */
async function shown(page: Page): Promise<string> {
  const lines = await page.locator('.monaco-editor .view-line').evaluateAll((all) =>
    all
      .map((line) => ({ top: line.getBoundingClientRect().top, text: (line as HTMLElement).innerText }))
      .sort((a, b) => a.top - b.top)
      .map(({ text }) => text),
  );
  return lines.join('\n').replaceAll('\u00a0', ' ');
}

/** Those lines that the server does not have exactly once. */
async function missing(page: Page, roomCode: string, lines: string[]): Promise<string[]> {
  const { code } = await readInterview(page, roomCode);
  return lines.filter((line) => code.split(line).length !== 2);
}

/** In the page: a wall clock that is an hour ahead once it has stood still. Timers are the browser's own. */
function letAnHourPassInSleep(): void {
  const asleepMs = 8_000;
  const OwnDate = Date;
  let last = OwnDate.now();
  let ahead = 0;
  const now = () => {
    const real = OwnDate.now();
    if (real - last > asleepMs) ahead = 3_600_000;
    last = real;
    return real + ahead;
  };
  setInterval(now, 250);
  globalThis.Date = new Proxy(OwnDate, {
    construct: (target, given: [], made: typeof Date) =>
      Reflect.construct(target, given.length === 0 ? [now()] : given, made) as Date,
    get: (target, key, self) => (key === 'now' ? now : Reflect.get(target, key, self)),
  });
}
