import { OUTPUT_HEAD_MAX, OUTPUT_TAIL_MAX, PIECES_PER_SECOND } from '@cip/contracts/runs';
import { expect, test } from '../support/fixtures.ts';
import { watchHealth } from '../support/page-health.ts';
import { openSandbox, runProgram } from '../support/sandbox.ts';

/** How exactly a limit is kept (ms). */
const LIMIT_TOLERANCE_MS = 300;
/** Longest task of the page while a program runs (ms). */
const TASK_MAX_MS = 100;
const language = 'javascript';

test.beforeEach(async ({ page }) => {
  await page.goto('/privacy');
  await openSandbox(page);
  await runProgram(page, { language, code: '' });
});

test.describe('a program without an end', () => {
  for (const [kind, code] of [
    ['a loop', 'console.log(1);\nfor (;;);'],
    ['microtasks', 'console.log(1);\nconst again = () => Promise.resolve().then(again);\nagain();'],
    ['a regular expression', "console.log(1);\n/^(a+)+$/.test('a'.repeat(40) + '!');"],
    ['printed lines', 'console.log(1);\nfor (;;) console.log("more");'],
    ['messages past the console', 'console.log(1);\nfor (;;) self.postMessage("x".repeat(1000));'],
  ] as const)
    test(`of ${kind} ends at its limit and leaves the page responsive`, async ({ page }) => {
      const health = await watchHealth(page);
      await health.longestTaskMs();
      const { out, end, ms } = await runProgram(page, { language, code, limitMs: 1_500 });
      expect(end.reason).toBe('time_limit');
      expect(out).toMatch(/^1\n/);
      expect(end.ms).toBeGreaterThan(1_500 - LIMIT_TOLERANCE_MS);
      expect(end.ms).toBeLessThan(1_500 + LIMIT_TOLERANCE_MS);
      expect(ms).toBeLessThan(1_500 + 2 * LIMIT_TOLERANCE_MS);
      expect(await health.longestTaskMs()).toBeLessThan(TASK_MAX_MS);
      expect(await runProgram(page, { language, code: 'console.log("next")' })).toMatchObject({ out: 'next\n' });
    });
});

test('stop ends an endless loop at once', async ({ page }) => {
  const { end, ms } = await runProgram(page, { language, code: 'for (;;);', stopAfterMs: 500 });
  expect(end.reason).toBe('stopped');
  expect(ms).toBeLessThan(500 + LIMIT_TOLERANCE_MS);
});

test('a flood of output comes as its first and last characters, in few pieces', async ({ page }) => {
  const code = 'for (let line = 0; line < 300_000; line++) console.log(`line ${line}`);';
  const { out, end, pieceMs } = await runProgram(page, { language, code });
  const whole = Array.from({ length: 300_000 }, (_each, line) => `line ${line}\n`).join('');
  expect(end.reason).toBe('finished');
  expect(out).toBe(whole.slice(0, OUTPUT_HEAD_MAX));
  expect(end.tail).toBe(whole.slice(-OUTPUT_TAIL_MAX));
  expect(end.omitted).toBe(whole.length - OUTPUT_HEAD_MAX - OUTPUT_TAIL_MAX);
  for (const at of pieceMs)
    expect(pieceMs.filter((other) => other >= at && other < at + 1_000).length).toBeLessThanOrEqual(PIECES_PER_SECOND);
});

test('what was printed just before a program hangs is shown', async ({ page }) => {
  const code = "for (let line = 0; line < 500; line++) console.log(line);\nconsole.log('last');\nfor (;;);";
  const { out } = await runProgram(page, { language, code, limitMs: 500 });
  expect(out).toMatch(/\n499\nlast\n$/);
});

test('a program that forges messages ends like any other and spoils nothing', async ({ page }) => {
  const code = `
    const real = MessagePort.prototype.postMessage;
    const ports = [];
    MessagePort.prototype.postMessage = function (...given) { ports.push(this); return real.apply(this, given); };
    Function.prototype.call = Function.prototype.apply = () => { throw new Error('replaced'); };
    console.log('shown');
    self.postMessage({ type: 'snapshot', blob: new Blob(['poison']) });
    self.postMessage({ type: 'end', end: { exitCode: 0 } });
    console.log(ports.length);
  `;
  expect(await runProgram(page, { language, code })).toMatchObject({ out: 'shown\n0\n', end: { reason: 'finished' } });
  expect(await runProgram(page, { language, code: 'console.log("next")' })).toMatchObject({ out: 'next\n' });
});

test('a frame that has died is replaced, and its program is said to have crashed', async ({ page }) => {
  const running = runProgram(page, { language, code: 'for (;;);', limitMs: 60_000 });
  const removed = await page.evaluate(() => {
    const frame = document.querySelector('iframe');
    // Like a process that has ended: it is there and answers nothing.
    frame?.setAttribute('src', 'about:blank');
    return frame !== null;
  });
  expect(removed).toBe(true);
  const { end, ms } = await running;
  expect(end.reason).toBe('crashed');
  expect(ms).toBeLessThan(8_000);
  expect(await runProgram(page, { language, code: 'console.log("next")' })).toMatchObject({
    out: 'next\n',
    end: { reason: 'finished' },
  });
});

test('a second program is refused while one is executing', async ({ page }) => {
  const running = runProgram(page, { language, code: 'for (;;);', limitMs: 1_000 });
  await expect(runProgram(page, { language, code: '' })).rejects.toThrow('Another program is executing');
  expect((await running).end.reason).toBe('time_limit');
});
