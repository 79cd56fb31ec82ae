import { OUTPUT_HEAD_MAX, OUTPUT_TAIL_MAX, PIECES_PER_SECOND } from '@cip/contracts/runs/run-limits';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startBrowser } from '../support/browser-process.ts';
import { expect, test } from '../support/fixtures.ts';
import { watchHealth } from '../support/page-health.ts';
import { openSandbox, runProgram } from '../support/sandbox.ts';
import { openWitness } from '../support/witness.ts';

// This file tests how a browser survives a program that fills the memory.
test.use({ needsChromium: true });

/** The limit of endless programs (ms). `bench:run` measures how exactly it is kept. */
const LIMIT_MS = 2_000;
/** If a program blocks a page, it has no turns until the end; else up to 200. `bench:run` limits the longest task. */
const TURNS_MIN = 5;
/** The processor's time in which a page handles an error: if it is not cut, it takes longer (ms). */
const ERROR_MS = 500;
const language = 'javascript';

test.beforeEach(async ({ page }) => {
  await page.goto('/privacy');
  await openSandbox(page);
  await runProgram(page, { language, code: '' });
});

/** Programs that print 1 and never end. */
const ENDLESS = {
  loop: 'console.log(1);\nfor (;;);',
  microtasks: 'console.log(1);\nconst again = () => Promise.resolve().then(again);\nagain();',
  'regular expression': "console.log(1);\n/^(a+)+$/.test('a'.repeat(40) + '!');",
  'printed lines': 'console.log(1);\nfor (;;) console.log("more");',
  'messages past the console': 'console.log(1);\nfor (;;) self.postMessage("x".repeat(1000));',
};

test(
  'ends endless programs of five kinds at their limit or by Stop, and leaves the page responsive',
  { tag: '@long' },
  async ({ page }) => {
    // If a frame does not end its program, the page replaces it.
    await page.locator('iframe').evaluate((frame) => frame.setAttribute('data-first', ''));
    const firstFrame = page.locator('iframe[data-first]');
    for (const [kind, code] of Object.entries(ENDLESS))
      await test.step(kind, async () => {
        const { out, end, turns } = await runProgram(page, { language, code, limitMs: LIMIT_MS });
        expect(end.reason, kind).toBe('time_limit');
        expect(out, kind).toMatch(/^1\n/);
        expect(end.ms, kind).toBeGreaterThan(LIMIT_MS - 5);
        await expect(firstFrame, kind).toHaveCount(1);
        expect(turns, kind).toBeGreaterThan(TURNS_MIN);
        expect(await runProgram(page, { language, code: 'console.log("next")' })).toMatchObject({ out: 'next\n' });
      });
    const running = runProgram(page, { language, code: 'for (;;);', stopAfterMs: 500 });
    await expect(runProgram(page, { language, code: '' })).rejects.toThrow('Another program is executing');
    const { end } = await running;
    expect(end.reason).toBe('stopped');
    await expect(firstFrame).toHaveCount(1);
  },
);

test(
  'passes a flood of output on as its first and last characters, in few pieces',
  { tag: '@long' },
  async ({ page }) => {
    const code = 'for (let line = 0; line < 300_000; line++) console.log(`line ${line}`);';
    const { out, end, pieceMs } = await runProgram(page, { language, code });
    const whole = Array.from({ length: 300_000 }, (_each, line) => `line ${line}\n`).join('');
    expect(end.reason).toBe('finished');
    expect(out).toBe(whole.slice(0, OUTPUT_HEAD_MAX));
    expect(end.tail).toBe(whole.slice(-OUTPUT_TAIL_MAX));
    expect(end.omitted).toBe(whole.length - OUTPUT_HEAD_MAX - OUTPUT_TAIL_MAX);
    for (const at of pieceMs)
      expect(pieceMs.filter((other) => other >= at && other < at + 1_000).length).toBeLessThanOrEqual(
        PIECES_PER_SECOND,
      );
    // Output from just before a program hangs is shown as well.
    const hanging = "for (let line = 0; line < 500; line++) console.log(line);\nconsole.log('last');\nfor (;;);";
    expect((await runProgram(page, { language, code: hanging, limitMs: LIMIT_MS })).out).toMatch(/\n499\nlast\n$/);
  },
);

test('cuts an error of millions of characters, and leaves the page responsive', { tag: '@long' }, async ({ page }) => {
  const health = await watchHealth(page);
  for (const part of ['name', 'message']) {
    const code = `const error = new Error('short');\nerror.${part} = '\\0x'.repeat(1e7);\nthrow error;`;
    const before = await health.mainThreadMs();
    const { end } = await runProgram(page, { language, code, limitMs: 10_000 });
    expect(end).toMatchObject({ reason: 'failed', error: { line: 1 } });
    expect(end.error?.[part as 'name' | 'message'].length, part).toBeGreaterThan(10);
    expect((await health.mainThreadMs()) - before, part).toBeLessThan(ERROR_MS);
  }
});

test('ends a program that forges messages like any other, which spoils nothing', { tag: '@long' }, async ({ page }) => {
  const code = `
    const real = MessagePort.prototype.postMessage;
    const ports = [];
    MessagePort.prototype.postMessage = function (...given) { ports.push(this); return real.apply(this, given); };
    Function.prototype.call = Function.prototype.apply = () => { throw new Error('replaced'); };
    console.log('shown');
    self.postMessage({ type: 'snapshot', blob: new Blob(['poison']) });
    self.postMessage({ type: 'end', end: { exitCode: 0 } });
    console.log(ports.length);
    Object.prototype.poison = Array.prototype.poison = true;
    Promise.prototype.then = () => undefined;
    globalThis.console = null;
  `;
  expect(await runProgram(page, { language, code })).toMatchObject({ out: 'shown\n0\n', end: { reason: 'finished' } });
  const next = 'Promise.resolve().then(() => console.log("next", {}.poison, [].poison))';
  expect(await runProgram(page, { language, code: next })).toMatchObject({ out: 'next undefined undefined\n' });
});

test('replaces a frame that has died, and says that its program crashed', { tag: '@long' }, async ({ page }) => {
  const running = runProgram(page, { language, code: 'for (;;);', limitMs: 60_000 });
  const removed = await page.evaluate(() => {
    const frame = document.querySelector('iframe');
    // Like a process that has ended: the frame is there and answers nothing.
    frame?.setAttribute('src', 'about:blank');
    return frame !== null;
  });
  expect(removed).toBe(true);
  const { end } = await running;
  expect(end.reason).toBe('crashed');
  expect(await runProgram(page, { language, code: 'console.log("next")' })).toMatchObject({
    out: 'next\n',
    end: { reason: 'finished' },
  });
});

test(
  'ends a program that fills the memory as crashed; the page lives, and the next program runs',
  { tag: '@long' },
  async ({ baseURL, launchOptions }) => {
    // A browser of its own with little memory for scripts: the frame's process dies, as on a full computer.
    const profile = await mkdtemp(join(tmpdir(), 'cip-memory-'));
    const args = [...(launchOptions.args ?? []), '--js-flags=--max-old-space-size=128'];
    const [witness, browser] = [
      await openWitness(baseURL ?? ''),
      await startBrowser(profile, { ...launchOptions, args }),
    ];
    try {
      await browser.page.goto(`${witness.origin}/privacy`);
      await openSandbox(browser.page);
      // The page reports with requests, because the test cannot evaluate in a page whose frame has died.
      await browser.page.evaluate(() => {
        const run = async (code: string) => {
          let out = '';
          const program = { language: 'javascript', code, stdin: '', dataSet: null, limitMs: 30_000 };
          const events = { output: (_stream: string, text: string) => (out += text), progress: () => undefined };
          const end = await window.sandbox?.execute(program, events).ended;
          return `${out.trim()}-${end?.reason}`;
        };
        const runBoth = async () => {
          await fetch(
            `/healthz?${await run('console.log("full"); const all = []; for (;;) all.push(new Array(1e5).fill({}));')}`,
          );
          await fetch(`/healthz?${await run('console.log("next")')}`);
        };
        void runBoth();
      });
      await expect
        .poll(() => witness.requests.filter((request) => request.includes('?')), { timeout: 30_000 })
        .toEqual(['GET /healthz?full-crashed', 'GET /healthz?next-finished']);
    } finally {
      await browser.kill();
      witness.close();
      await rm(profile, { recursive: true, force: true, maxRetries: 5 });
    }
  },
);
