import type { Page } from '@playwright/test';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startBrowser } from '../support/browser-process.ts';
import { devices } from '../../testkit/devices.ts';
import { expect, test, watch } from '../support/fixtures.ts';
import { openRelay } from '../support/relay.ts';
import { expectCode, joinAsCandidate, openInterview, readInterview, typeAtEnd } from '../support/steps.ts';

// A browser of its own on a profile, as people have it.
test.use({ needsChromium: true });

/** The server closes a silent socket after at most 18 s and removes its participant 3 s later (ms). */
const GIVEN_UP_WITHIN_MS = 40_000;
/** A page reconnects within this time after it wakes (ms); most of it is the detection of the dead connection. */
const BACK_WITHIN_MS = 10_000;

const HOUR_MS = 3_600_000;

/** The message that is lost when the lid closes: the last line on its way to the server, or the server's ack. */
const WAYS = [
  { what: 'line', lost: { up: true } },
  { what: 'line’s answer', lost: { down: true } },
];

// A whole browser sleeps: all its processes are stopped, and its connections are lost without a close, like those of a
// laptop without a network. It sleeps until the server has closed its socket and removed its participant; for the
// server an hour makes no difference after that. For the page, the wall clock is put forward by an hour. Timers stand
// still in a real sleep; here they are overdue by the time the browser was stopped. No test may await the sleeping
// browser, because it does not respond.
for (const { what, lost } of WAYS)
  test(
    `reconnects a laptop that slept for an hour and shows every line once; its last ${what} was lost`,
    { tag: '@long' },
    async ({ laptop, problems, baseURL, launchOptions }) => {
      const roomCode = await openInterview(laptop);
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

        // Without a click, because the focus is where it was.
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
    },
  );

const face = (page: Page) => page.getByRole('button', { name: 'Ada Lovelace, candidate' });

/** Replaces the end of a line by keyboard. */
async function replaceEnd(page: Page, end: string, by: string): Promise<void> {
  await page
    .locator('.view-line')
    .filter({ hasText: end.replaceAll(' ', '\u00a0') })
    .click();
  await page.keyboard.press('End');
  for (const _character of end) await page.keyboard.press('Backspace');
  await page.keyboard.type(by, { delay: 15 });
}

/** Returns the lines from top to bottom; Monaco's elements are in another order. */
async function shown(page: Page): Promise<string> {
  const lines = await page.locator('.monaco-editor .view-line').evaluateAll((all) =>
    all
      .map((line) => ({ top: line.getBoundingClientRect().top, text: (line as HTMLElement).innerText }))
      .sort((a, b) => a.top - b.top)
      .map(({ text }) => text),
  );
  return lines.join('\n').replaceAll('\u00a0', ' ');
}

/** Returns the lines that the server does not have exactly once. */
async function missing(page: Page, roomCode: string, lines: string[]): Promise<string[]> {
  const { code } = await readInterview(page, roomCode);
  return lines.filter((line) => code.split(line).length !== 2);
}

/** Runs in the page: puts the wall clock an hour ahead after a standstill. Timers stay the browser's own. */
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
