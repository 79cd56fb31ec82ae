import { readdirSync, statSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { pathToFileURL } from 'node:url';
import type { Page } from '@playwright/test';
import { coveredControls } from '../engines/covered.ts';
import { KEYS } from '../engines/engine-page.ts';
import type { Engine } from '../engines/engine-page.ts';
import type { Hands } from '../engines/hands.ts';
import type { Visitor } from './accounts.ts';
import { expect } from './fixtures.ts';
import { choose, write } from './runs.ts';

/** A cold start of Python in WebKit, on two cores that others use too (ms). */
const RUNTIME_MS = 180_000;

export const LAPTOP = { width: 1280, height: 800 };
export const PHONE = { width: 390, height: 844 };

/** The text of the code's last lines, which the other side writes while this one has no connection. */
export const AWAY = 'while you were away';

const LOGGED = `try {
  JSON.parse('{oops');
} catch (error) {
  console.log('Could not read it:', error);
}
const answer = await Promise.resolve(42);
console.log('answer', answer);
`;
const ENDLESS = `function sum(n) {
  return n + sum(n - 1);
}
console.log(sum(5));
`;
const ASYNC = `import asyncio
async def main():
    await asyncio.sleep(0.01)
    print('awaited')
asyncio.run(main())
print('and after')
`;
const QUERY = `select 6 * 7 as answer;
`;

/** The files that only a signed-in device caches, when its service worker is done. */
const roomFiles = () => readdirSync('web/dist/assets/ed/room').filter((name) => /\.(js|css)$/.test(name));

/** Writes a visitor's storage, from a page that runs nothing of the app. */
export async function signIn({ page }: Engine, origin: string, { storage }: Visitor): Promise<void> {
  await page.goto(`${origin}/icon.svg`);
  await page.evaluate((entries) => {
    localStorage.clear();
    for (const { name, value } of entries) localStorage.setItem(name, value);
  }, storage);
}

/** Waits until the service worker controls the page and has every file. */
export async function whenKept({ page }: Engine): Promise<void> {
  const missing = async () =>
    page.evaluate(async (names) => {
      if (navigator.serviceWorker.controller?.state !== 'activated') return ['the control of the page'];
      const caches = await Promise.all((await window.caches.keys()).map((name) => window.caches.open(name)));
      const kept = (await Promise.all(caches.map((cache) => cache.keys()))).flat().map(({ url }) => url);
      return names.filter((name) => !kept.some((url) => url.endsWith(`/${name}`)));
    }, roomFiles());
  await expect.poll(missing, { timeout: 120_000 }).toEqual([]);
}

const OUTPUT = '[role=log][aria-label=Output]';

const isPhone = ({ page }: Hands) => page.evaluate((width) => window.innerWidth <= width, PHONE.width);

/** Runs the code of the other side. */
async function run(hands: Hands, code: string, words: RegExp): Promise<void> {
  await hands.seesCode(code.split('\n')[0]?.slice(0, 12) ?? '');
  await hands.press('button', 'Run');
  const hasRun = async () => {
    // On a busy machine WebKit does not start a runtime within a minute, and says so: people press once more.
    if (await hands.reads(/could not be loaded/, '[data-bad]')) await hands.press('button', 'Run');
    return hands.reads(words, OUTPUT);
  };
  await expect.poll(hasRun, { timeout: RUNTIME_MS, message: `${words} in the output` }).toBe(true);
  // A phone shows one of both.
  if (await isPhone(hands)) await hands.press('[role=tab]', 'Code');
}

/** Chooses a language on the other side, and waits until this side has it. */
async function chooseThere({ page }: Hands, peer: Page, language: string): Promise<void> {
  await choose(peer, language);
  const isChosen = () =>
    page.evaluate((id) => document.querySelector(`select [value=${id}]:checked`) !== null, language);
  await expect.poll(isChosen).toBe(true);
}

/** Writes programs in JavaScript, Python and SQL on the other side, and runs them here. */
export async function runPrograms(hands: Hands, peer: Page): Promise<void> {
  await chooseThere(hands, peer, 'javascript');
  await write(peer, LOGGED);
  await run(hands, LOGGED, /Could not read it: SyntaxError: .+\n*answer 42/);
  await write(peer, ENDLESS);
  await run(hands, ENDLESS, /recursion|call stack/);
  await hands.sees(/Error in line [12]/);
  await chooseThere(hands, peer, 'python');
  await write(peer, ASYNC);
  await run(hands, ASYNC, /awaited\s+and after/);
  await chooseThere(hands, peer, 'sql');
  await write(peer, QUERY);
  await run(hands, QUERY, /answer\s+42/);
}

/** A recording of those programs. */
interface Recorded {
  origin: string;
  /** The interview's id. */
  id: string;
  /** The secret of a review link. */
  token: string;
  /** Where its file is saved. */
  path: string;
}

/** Plays a recording as its interviewer, from its one file, and behind a review link. Nothing covers its controls. */
export async function playBack(hands: Hands, { origin, id, token, path }: Recorded): Promise<void> {
  await hands.open(`${origin}/sessions/${id}/playback`, 'Ada Lovelace');
  await play(hands);
  await writeFile(path, await downloaded(hands));
  expect(statSync(path).size).toBeGreaterThan(10_000);
  await hands.open(pathToFileURL(path).href, 'Ada Lovelace');
  await play(hands);
  await hands.page.keys(KEYS.home);
  await toEnd(hands);
  await hands.open(`${origin}/review#${token}`, 'The candidate');
  await play(hands);
}

/** Looks at the controls and at the moments, and moves the playback to its end. */
async function play(hands: Hands): Promise<void> {
  await expect.poll(() => coveredControls(hands.page)).toEqual([]);
  if (await isPhone(hands)) {
    await hands.press('button', 'Moments');
    await hands.sees('Ran JavaScript', 'dialog[open]');
    await hands.page.keys(KEYS.escape);
  } else await hands.sees('Ran JavaScript');
  await toEnd(hands);
}

async function toEnd(hands: Hands): Promise<void> {
  await hands.press('input[type=range]', 'Timeline');
  await hands.page.keys(KEYS.end);
  await hands.sees(AWAY, '[aria-label="Code of this moment"]');
}

/** Presses "Download playback" and returns the file, because each protocol saves it differently. */
async function downloaded(hands: Hands): Promise<string> {
  await hands.page.evaluate(() => {
    const { createObjectURL } = URL;
    URL.createObjectURL = (content) => {
      if (content instanceof Blob) void content.text().then((text) => document.body.setAttribute('data-file', text));
      return createObjectURL.call(URL, content);
    };
  });
  await hands.press('button', 'More');
  await hands.press('[role=menuitem]', 'Download playback');
  const file = () => hands.page.evaluate(() => document.body.dataset['file'] ?? '');
  await expect.poll(file, { timeout: 60_000 }).toMatch(/<\/html>\s*$/);
  return file();
}

/** Errors of a network that was taken away. */
const OF_NETWORKS = /NetworkError|can’t establish a connection/;

/** Expects that the pages had no errors besides those of a network that was taken away, and other expected ones. */
export async function expectNoProblems(engine: Engine, expected = OF_NETWORKS): Promise<void> {
  const problems = await engine.problems();
  expect(problems.filter((text) => !OF_NETWORKS.test(text) && !expected.test(text))).toEqual([]);
}
