import type { Browser, Page } from '@playwright/test';
import { Random } from '../../testkit/random.ts';
import { addInterviewer, putStorage, registerOnPlan, visitor } from '../support/accounts.ts';
import { editorOf, newLaptop, readDrawnLines } from '../support/editors.ts';
import { expect, test } from '../support/fixtures.ts';
import { watchHealth } from '../support/page-health.ts';
import { CLIPBOARD, pressRandomKeys } from '../support/random-keys.ts';
import { joinAsCandidate, newCompany, readInterview, startInterview } from '../support/steps.ts';

/** Whether `npm run soak:editors -- --minutes 10 --seed 2` runs it: longer, and on an otherwise idle machine. */
const IS_ALONE = process.env['SOAK_MINUTES'] !== undefined;
/** Duration and seed of the typing. */
const MINUTES = Number(process.env['SOAK_MINUTES'] ?? 0.25);
const SEED = Number(process.env['SOAK_SEED'] ?? 1);
/** Keys of each participant between two pauses. */
const KEYS = 20;
/** If there are more lines, most are out of view, and the test clears the code. */
const LINES_MAX = 40;
/** At least this many lines are in view, if the code has as many. */
const LINES_SHOWN = 20;
/** The longest acceptable standstill, on a machine that runs three editors in parallel (ms). */
const TASK_MAX_MS = 1_000;
/** Heap growth of a page that warms up, as a factor. */
const HEAP_GROWTH_MAX = 1.25;
/** The most that one key adds to the document and undo histories of all pages (bytes). */
const HEAP_PER_KEY_MAX = 6_144;

const MODES = ['Realtime (each key)', 'On Enter only'] as const;

test(
  `shows three participants the same code while they press random keys for ${MINUTES} minutes, seed ${SEED}`,
  { tag: '@long' },
  async ({ browser, baseURL, problems }) => {
    test.setTimeout(120_000 + MINUTES * 90_000);
    const random = new Random(SEED);
    const { pages, interviewer, roomCode, sent } = await openRoom(browser, baseURL, problems);
    const health = await Promise.all(pages.map((page) => watchHealth(page)));
    const typists = pages.map((page) => ({ page, random: new Random(random.below(2 ** 32)) }));
    const heaps: number[] = [];
    let [rounds, longestTaskMs] = [0, 0];

    for (const until = Date.now() + MINUTES * 60_000; Date.now() < until; rounds++) {
      await interviewer.getByText(random.pick(MODES)).click();
      await Promise.all(
        typists.map(async ({ page, random: own }) => {
          await editorOf(page).click({ position: { x: 100 + own.below(200), y: 20 + own.below(300) } });
          await pressRandomKeys(page, own, KEYS);
        }),
      );
      const code = await expectSame(pages, interviewer, roomCode);
      if (code.length > LINES_MAX) await clear(random.pick([interviewer, ...pages]));
      longestTaskMs = Math.max(longestTaskMs, ...(await Promise.all(health.map((each) => each.longestTaskMs()))));
      const used = await Promise.all(health.map((each) => each.heapBytes()));
      heaps.push(used.reduce((all, bytes) => all + bytes, 0));
    }

    const third = Math.ceil(heaps.length / 3);
    const [first, last] = [mean(heaps.slice(0, third)), mean(heaps.slice(-third))];
    const keys = rounds * KEYS * pages.length;
    console.warn(
      `${MINUTES} min, seed ${SEED}: ${rounds} pauses, ${keys} keys, ${sent.edits} edits sent, ${problems.length} errors, ` +
        `longest task ${longestTaskMs} ms, heap of all pages ${megabytes(first)} → ${megabytes(last)}`,
    );
    if (IS_ALONE) expect(longestTaskMs).toBeLessThan(TASK_MAX_MS);
    expect(last).toBeLessThan(first * HEAP_GROWTH_MAX + keys * HEAP_PER_KEY_MAX);
  },
);

/** Opens two interviewers in Monaco and a candidate in CodeMirror, in a JavaScript document. */
async function openRoom(browser: Browser, baseURL: string | undefined, problems: string[]) {
  const open = (editor: 'monaco' | 'touch') => newLaptop(browser, baseURL, { problems, editor });
  const [interviewer, colleague, candidate] = [await open('monaco'), await open('monaco'), await open('touch')];
  const pages = [interviewer, colleague, candidate];
  const sent = { edits: 0 };
  for (const page of pages)
    page.on('websocket', (socket) =>
      socket.on('framesent', ({ payload }) => (sent.edits += payload.includes('"document:update"') ? 1 : 0)),
    );
  const { owner, as } = await registerOnPlan(interviewer.request, newCompany());
  await putStorage(interviewer, visitor(owner));
  await interviewer.goto('/dashboard');
  const roomCode = await startInterview(interviewer);
  await interviewer.getByLabel('Language').selectOption('javascript');
  await putStorage(colleague, visitor(await addInterviewer(interviewer.request, as, 'Maya Okafor')));
  await colleague.goto(`/editor?room=${roomCode}`);
  await joinAsCandidate(candidate, `/codeshare/${roomCode}`, 'Ada Lovelace');
  for (const page of pages) {
    await page.setViewportSize({ width: 1440, height: 1200 });
    await editorOf(page).click();
    await page.evaluate((text) => navigator.clipboard.writeText(text), CLIPBOARD);
  }
  return { pages, interviewer, roomCode, sent };
}

/** Sends the held lines and waits until all pages draw the server's text. Returns its lines. */
async function expectSame(pages: Page[], interviewer: Page, roomCode: string): Promise<string[]> {
  for (const page of pages) await page.evaluate(() => (document.activeElement as HTMLElement | null)?.blur());
  let lines: string[] = [];
  const findWrong = async () => {
    const { code } = await readInterview(interviewer, roomCode);
    lines = code.split('\n');
    const drawn = await Promise.all(pages.map(readDrawnLines));
    const isRight = (shown: string[]) =>
      `\n${code}\n`.includes(`\n${shown.join('\n')}\n`) && shown.length >= Math.min(lines.length, LINES_SHOWN);
    return drawn.filter((shown) => !isRight(shown)).map((shown) => ({ drawn: shown.join('\n'), code }));
  };
  await expect.poll(findWrong).toEqual([]);
  expect(lines.join('\n'), 'letters that no key has').toMatch(/^[\n -~]*$/);
  return lines;
}

async function clear(page: Page): Promise<void> {
  await editorOf(page).click();
  for (const key of ['Escape', 'Control+a', 'Delete', 'Enter']) await page.keyboard.press(key);
}

const mean = (numbers: number[]) => numbers.reduce((sum, each) => sum + each, 0) / numbers.length;
const megabytes = (bytes: number) => `${(bytes / 1024 / 1024).toFixed(1)} MB`;
