import type { Page } from '@playwright/test';
import { KEYS } from '../engines/engine-page.ts';
import type { Engine } from '../engines/engine-page.ts';
import { installedEngines } from '../engines/engines.ts';
import { Hands } from '../engines/hands.ts';
import { expect, test } from '../support/fixtures.ts';
import { choose, startWith, write } from '../support/runs.ts';
import { readInterview } from '../support/steps.ts';

// The interviewer is in Chromium and pastes; the candidate's engine formats, replaces, types and runs.

/** The slower engine, on two cores that others use too (ms). */
const JOURNEY_MS = 600_000;
/** A cold start of Python in WebKit on such cores (ms). */
const RUNTIME_MS = 180_000;

const LAPTOP = { width: 1280, height: 800 };
const PHONE = { width: 390, height: 844 };
const OUTPUT = '[role=log][aria-label=Output]';

const MESSY = 'const twice=x=>{return x*2};';
const FORMATTED = 'const twice = (x) => {\n  return x * 2;\n};\n';
/** Four no-break spaces and two curly quotes, as from a chat or a document. */
const LOOKALIKES = 'def add(a, b):\n\u00a0\u00a0\u00a0\u00a0return a + b\nprint(“sum”, add(1, 2))\n';
const REPLACED = 'def add(a, b):\n    return a + b\nprint("sum", add(1, 2))\n';
/** A progress bar, colours, a backspace, and a package. */
const TERMINAL = `const { chunk } = require('lodash');
for (const part of [10, 50, 100]) process.stdout.write('\\r' + part + '% loaded');
console.log('\\n\\x1b[31mred\\x1b[0m plaim\\bn', chunk([1, 2, 3], 2));
`;
/** A paste with tabs, as from a page or another editor. */
const TABBED = "def greet(name):\n\tprint('hi', name)\n";

/** The candidate in an engine, and the interviewer. */
interface Side {
  hands: Hands;
  peer: Page;
  /** Resolves to the code as the server has it. */
  code: () => Promise<string>;
  isPhone: boolean;
}

/** Runs in the page: how many look-alike characters of the code are marked. */
const marks = () => document.querySelectorAll('.monaco-editor .tok-lookalike, .cm-content .tok-lookalike').length;

/** Runs in the page: whether a word of the output is drawn in a colour of its own. */
function isColored(word: string): boolean {
  const log = document.querySelector('[role=log][aria-label=Output]');
  const spans = [...(log?.querySelectorAll('span') ?? [])];
  const found = spans.find(({ textContent }) => textContent === word);
  return log !== null && found !== undefined && getComputedStyle(found).color !== getComputedStyle(log).color;
}

/** Joins the room with an editor of a device. */
async function joinWith({ page }: Engine, origin: string, roomCode: string, isPhone: boolean): Promise<Hands> {
  const { width, height } = isPhone ? PHONE : LAPTOP;
  await page.resize(width, height);
  await page.goto(`${origin}/icon.svg`);
  const settings = JSON.stringify({ editor: isPhone ? 'touch' : 'monaco' });
  await page.evaluate((value) => localStorage.setItem('editor-settings', value), settings);
  const hands = new Hands(page);
  await hands.open(`${origin}/codeshare/${roomCode}`, 'Your Name');
  await hands.fill('Your Name', 'Ada Lovelace');
  await hands.press('button', 'Join Code Share');
  await hands.sees(/^Connected$/m);
  return hands;
}

/** Presses Run until the output has some words, because a slow engine may not start a runtime at the first press. */
async function run(hands: Hands, words: RegExp): Promise<void> {
  await hands.press('button', 'Run');
  const hasRun = async () => {
    if (await hands.reads(/could not be loaded/, '[data-bad]')) await hands.press('button', 'Run');
    return hands.reads(words, OUTPUT);
  };
  await expect.poll(hasRun, { timeout: RUNTIME_MS, message: `${words} in the output` }).toBe(true);
}

/** Gives the code to both sides by a paste of the interviewer. */
async function paste(hands: Hands, peer: Page, language: string, code: string): Promise<void> {
  await choose(peer, language);
  await write(peer, code);
  await hands.seesCode(code.split('\n')[0]?.slice(0, 12) ?? '');
}

/** Formats on the key of a laptop, or in the menu of a phone. */
async function format({ hands, code, isPhone }: Side): Promise<void> {
  await hands.seesCode('const twice');
  await hands.pressCode();
  if (isPhone) {
    await hands.press('button', 'Help');
    await hands.press('[role=menuitem]', 'Format code');
  } else await hands.page.keys('F', `${KEYS.shift}${KEYS.alt}`);
  await expect.poll(code, { timeout: 60_000 }).toBe(FORMATTED);
}

/** Replaces look-alikes at a mark on a phone, or below the error of a run on a laptop. */
async function replaceLookalikes({ hands, peer, code, isPhone }: Side): Promise<void> {
  await paste(hands, peer, 'python', LOOKALIKES);
  await expect.poll(() => hands.page.evaluate(marks), { timeout: 30_000 }).toBe(6);
  if (isPhone) await hands.press('.tok-lookalike');
  else await run(hands, /Line 2: 4 no-break spaces \(U\+00A0\)/);
  await hands.press(isPhone ? '.lookalike-panel button' : `${OUTPUT} button`, 'Replace 6 characters');
  await expect.poll(code).toBe(REPLACED);
  await expect.poll(() => hands.page.evaluate(marks)).toBe(0);
}

/** Types lines below a paste that is indented with tabs, and runs the program. */
async function goOnWithTabs({ hands, peer, code, isPhone }: Side): Promise<void> {
  const { enter, backspace, up, end, control } = KEYS;
  await paste(hands, peer, 'python', TABBED);
  await hands.pressCode();
  await hands.page.keys(end, control);
  await hands.page.keys(`${up}${end}${enter}print("bye", name)`);
  await hands.page.keys(`${enter}${enter}${backspace}greet("Ada")${enter}`);
  await expect.poll(code).toBe(`${TABBED}\tprint("bye", name)\n\ngreet("Ada")\n\n`);
  await run(hands, /hi Ada\s+bye Ada/);
  if (isPhone) await hands.press('[role=tab]', 'Code');
}

/** Runs a program that draws a progress bar, colours and a backspace, and uses a package. */
async function drawOutput({ hands, peer }: Side): Promise<void> {
  await paste(hands, peer, 'javascript', TERMINAL);
  await run(hands, /(^|\n)100% loaded\nred plain \[ \[ 1, 2 \], \[ 3 \] \]/);
  expect(await hands.reads(/50%|\[31m/, OUTPUT)).toBe(false);
  expect(await hands.page.evaluate(isColored, 'red')).toBe(true);
  expect(await hands.page.evaluate(isColored, 'plain')).toBe(false);
}

for (const { name, start } of installedEngines())
  for (const isPhone of [false, true])
    test(
      `formats, replaces look-alikes, indents and runs in ${name} on a ${isPhone ? 'phone' : 'laptop'}`,
      {
        tag: '@long',
      },
      async ({ baseURL, laptop: peer }) => {
        test.setTimeout(JOURNEY_MS);
        const roomCode = await startWith(peer, 'javascript', MESSY);
        await peer.getByText('Realtime (each key)').click();
        const engine = await start({ isPhone });
        try {
          const hands = await joinWith(engine, baseURL ?? '', roomCode, isPhone);
          const code = async () => (await readInterview(peer, roomCode)).code;
          const side: Side = { hands, peer, code, isPhone };
          for (const step of [format, replaceLookalikes, goOnWithTabs, drawOutput])
            await test.step(step.name, () => step(side));
          expect(await engine.problems()).toEqual([]);
        } finally {
          await engine.close();
        }
      },
    );
