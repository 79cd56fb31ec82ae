import { readdirSync, statSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { setTimeout } from 'node:timers/promises';
import { pathToFileURL } from 'node:url';
import type { Page } from '@playwright/test';
import { coveredControls } from '../engines/covered.ts';
import { KEYS } from '../engines/engine-page.ts';
import type { Engine } from '../engines/engine-page.ts';
import { installedEngines } from '../engines/engines.ts';
import { Hands } from '../engines/hands.ts';
import { newRoom, PASSWORD, registerOnPlan, visitor } from '../support/accounts.ts';
import type { Visitor } from '../support/accounts.ts';
import { expect, test } from '../support/fixtures.ts';
import { openRelay } from '../support/relay.ts';
import { choose, write } from '../support/runs.ts';
import { expectCode, joinAsCandidate, newCompany, openInterview, typeAtEnd } from '../support/steps.ts';
import { makeWorld } from '../support/world.ts';

// The other side is in Chromium, because two windows of WebKit's small browser share one focus.

/** The slower engine, on two cores that others use too (ms). */
const JOURNEY_MS = 900_000;
/** A cold start of Python in WebKit on such cores (ms). */
const RUNTIME_MS = 180_000;

const nobody: Visitor = { storage: [] };
const LAPTOP = { width: 1280, height: 800 };
const PHONE = { width: 390, height: 844 };

/** The files that only a signed-in device caches, when its service worker is done. */
const ROOM_FILES = readdirSync('web/dist/assets/ed/room').filter((name) => /\.(js|css)$/.test(name));

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

test.use({ expectedProblems: /ERR_|Failed to load resource|WebSocket/ });

/** Writes a visitor's storage, from a page that runs nothing of the app. */
async function signIn({ page }: Engine, origin: string, { storage }: Visitor): Promise<void> {
  await page.goto(`${origin}/icon.svg`);
  await page.evaluate((entries) => {
    localStorage.clear();
    for (const { name, value } of entries) localStorage.setItem(name, value);
  }, storage);
}

/** Waits until the service worker controls the page and has every file. */
async function whenKept({ page }: Engine): Promise<void> {
  const missing = async () =>
    page.evaluate(async (names) => {
      if (navigator.serviceWorker.controller?.state !== 'activated') return ['the control of the page'];
      const caches = await Promise.all((await window.caches.keys()).map((name) => window.caches.open(name)));
      const kept = (await Promise.all(caches.map((cache) => cache.keys()))).flat().map(({ url }) => url);
      return names.filter((name) => !kept.some((url) => url.endsWith(`/${name}`)));
    }, ROOM_FILES);
  await expect.poll(missing, { timeout: 120_000 }).toEqual([]);
}

const OUTPUT = '[role=log][aria-label=Output]';

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
  const isPhone = await hands.page.evaluate((width) => window.innerWidth <= width, PHONE.width);
  if (isPhone) await hands.press('[role=tab]', 'Code');
}

/** Chooses a language on the other side, and waits until this side has it. */
async function chooseThere({ page }: Hands, peer: Page, language: string): Promise<void> {
  await choose(peer, language);
  const isChosen = () =>
    page.evaluate((id) => document.querySelector(`select [value=${id}]:checked`) !== null, language);
  await expect.poll(isChosen).toBe(true);
}

/** Writes three programs on the other side, and runs them here. */
async function runPrograms(hands: Hands, peer: Page): Promise<void> {
  await chooseThere(hands, peer, 'javascript');
  await write(peer, LOGGED);
  await run(hands, LOGGED, /Could not read it: SyntaxError: .+\n*answer 42/);
  await write(peer, ENDLESS);
  await run(hands, ENDLESS, /recursion|call stack/);
  await hands.sees(/Error in line [12]/);
  await chooseThere(hands, peer, 'python');
  await write(peer, ASYNC);
  await run(hands, ASYNC, /awaited\s+and after/);
}

for (const { name, start } of installedEngines()) {
  test.describe(name, { tag: '@long' }, () => {
    test.describe.configure({ timeout: JOURNEY_MS });

    test(`opens every screen in ${name}, where nothing covers what is pressed`, async ({ baseURL }) => {
      const world = await makeWorld(baseURL ?? '');
      const questionId = await world.addQuestion('The heaviest parcel');
      const engine = await start({ isPhone: false });
      try {
        const hands = new Hands(engine.page);
        const ownScreens: [string, string | RegExp][] = [
          ['/dashboard', 'Welcome back'],
          ['/sessions', 'Grace Hopper'],
          ['/questions', 'The heaviest parcel'],
          [`/questions/${questionId}`, 'The heaviest parcel'],
          ['/interviewers', 'Maya Okafor'],
          ['/settings', 'Company Profile'],
          ['/subscription-plans', 'Starter'],
        ];
        const openScreens: [string, string | RegExp][] = [
          ['/', /interview/i],
          ['/login', 'Forgot'],
          ['/register', 'Company Name'],
          ['/forgot-password', /reset/i],
          ['/privacy', 'Privacy'],
          ['/terms', 'Terms'],
          ['/verify', /receipt/i],
          ['/try', 'Run'],
          [`/codeshare/${world.rooms.scheduled}`, 'Add to calendar'],
        ];
        for (const { width, height } of [LAPTOP, PHONE]) {
          await engine.page.resize(width, height);
          for (const [who, screens] of [
            [world.owner, ownScreens],
            [nobody, openScreens],
          ] as const) {
            await signIn(engine, baseURL ?? '', who);
            for (const [path, words] of screens) {
              await hands.open(`${baseURL}${path}`, words);
              expect(await engine.page.evaluate(() => window.innerWidth)).toBe(width);
              await expect.poll(() => coveredControls(engine.page), { message: `${path} at ${width} px` }).toEqual([]);
            }
          }
        }
        await engine.page.resize(LAPTOP.width, LAPTOP.height);
        await signIn(engine, baseURL ?? '', world.owner);
        await hands.open(`${baseURL}/sessions`, 'Grace Hopper');
        // Twice each, and neither is the last row.
        for (const candidate of ['Katherine Johnson', 'Jürgen Öztürk-Großmann']) {
          await hands.press('a', candidate);
          await hands.sees(candidate, '[role=dialog]');
          await engine.page.keys(KEYS.escape);
          await hands.press('button', 'New Session');
          await hands.sees('New Session', '[role=dialog]');
          await engine.page.keys(KEYS.escape);
        }
      } finally {
        await engine.close();
        await world.close();
      }
    });

    test(`reaches a screen in ${name} after navigations that end others`, async ({ baseURL, request }) => {
      const company = newCompany();
      await registerOnPlan(request, company);
      const engine = await start({ isPhone: false });
      const { page } = engine;
      const leave = (path: string) => page.evaluate((to) => window.location.assign(to), path).catch(() => undefined);
      try {
        const hands = new Hands(page);
        await page.resize(LAPTOP.width, LAPTOP.height);
        for (const ms of [0, 30, 100, 250, 600, 1_200])
          await test.step(`${ms} ms after signing in`, async () => {
            await signIn(engine, baseURL ?? '', nobody);
            await hands.open(`${baseURL}/login`, 'Forgot');
            await hands.fill('Email', company.email);
            await hands.fill('Password', PASSWORD);
            await page.keys(KEYS.enter);
            await expect.poll(() => page.evaluate(() => localStorage.getItem('token') !== null)).toBe(true);
            await setTimeout(ms);
            await leave('/sessions');
            await setTimeout(ms);
            await leave('/questions');
            // The second one is lost if it comes while the page changes.
            await hands.sees(/New question|Interview Sessions/);
            await page.goto(`${baseURL}/dashboard`);
            await hands.sees('Welcome back');
          });
      } finally {
        await engine.close();
      }
    });

    test(`interviews in ${name} on a laptop, plays the recording and opens its file`, async ({
      baseURL,
      laptop: peer,
      request,
    }, testInfo) => {
      const { owner, as } = await registerOnPlan(request, newCompany(), 'paid');
      const roomCode = newRoom();
      await as('POST', '/interview-sessions/quick-start', { room_code: roomCode });
      let relay = await openRelay(baseURL ?? '');
      const { origin } = relay;
      const engine = await start({ isPhone: false });
      const { page } = engine;
      try {
        const hands = new Hands(page);
        await page.resize(LAPTOP.width, LAPTOP.height);
        await signIn(engine, origin, visitor(owner));
        await hands.open(`${origin}/editor?room=${roomCode}`, /^Connected$/m);
        // WebKit sizes a select by its longest option.
        const ofLanguage = () => document.querySelector('select[aria-label=Language]')?.clientWidth;
        expect(await page.evaluate(ofLanguage)).toBeLessThan(100);
        await joinAsCandidate(peer, `/codeshare/${roomCode}`, 'Ada Lovelace');

        await hands.typeAtEnd('typed here');
        await expectCode(peer, 'typed here');
        await typeAtEnd(peer, '\ntyped there\n');
        await hands.seesCode('typed there');
        await runPrograms(hands, peer);
        await choose(peer, 'sql');
        await write(peer, QUERY);
        await run(hands, QUERY, /answer\s+42/);

        await whenKept(engine);
        await relay.close();
        await hands.sees(/^Disconnected$/m);
        await typeAtEnd(peer, '\n-- while you were away\n');
        await hands.open(`${origin}/dashboard`, /You are offline|can’t reach the server/);
        await hands.sees('Welcome back');
        relay = await openRelay(baseURL ?? '', Number(new URL(origin).port));
        await hands.open(`${origin}/editor?room=${roomCode}`, /^Connected$/m);
        await hands.seesCode('while you were away');
        await hands.typeAtEnd('and back');
        await expectCode(peer, 'and back');

        const session = async () =>
          ((await as('GET', `/interview-sessions/room/${roomCode}`)) as { session: { id: string; status: string } })
            .session;
        const { id } = await session();
        await hands.press('button', 'End');
        await hands.press('[role=alertdialog] button', 'End');
        await expect.poll(async () => (await session()).status, { timeout: 30_000 }).toBe('completed');
        await hands.open(`${origin}/sessions/${id}/playback`, 'Ran JavaScript');
        await toEnd(hands);
        const path = testInfo.outputPath('playback.html');
        await writeFile(path, await downloaded(hands));
        expect(statSync(path).size).toBeGreaterThan(10_000);
        await hands.open(pathToFileURL(path).href, 'Ran JavaScript');
        await toEnd(hands);
        await page.keys(KEYS.home);
        await toEnd(hands);
        expectNoProblems(engine);
      } finally {
        await engine.close();
        await relay.close();
      }
    });

    test(`joins in ${name} on a phone, writes, runs and comes back`, async ({ baseURL, laptop }) => {
      const roomCode = await openInterview(laptop);
      let relay = await openRelay(baseURL ?? '');
      const { origin } = relay;
      const engine = await start({ isPhone: true });
      const { page } = engine;
      try {
        const hands = new Hands(page);
        await page.resize(PHONE.width, PHONE.height);
        // Only Firefox has a finger here.
        await signIn(engine, origin, {
          storage: [{ name: 'editor-settings', value: JSON.stringify({ editor: 'touch' }) }],
        });
        await hands.open(`${origin}/codeshare/${roomCode}`, 'Your Name');
        expect(await coveredControls(page)).toEqual([]);
        await hands.fill('Your Name', 'Ada Lovelace');
        await hands.press('button', 'Join Code Share');
        await hands.sees(/^Connected$/m);
        expect(await coveredControls(page)).toEqual([]);

        await hands.typeAtEnd('typed here');
        await expectCode(laptop, 'typed here');
        await typeAtEnd(laptop, '\ntyped there\n');
        await hands.seesCode('typed there');
        await runPrograms(hands, laptop);

        await relay.close();
        await hands.sees(/^Disconnected$/m);
        await typeAtEnd(laptop, '\n# while you were away\n');
        relay = await openRelay(baseURL ?? '', Number(new URL(origin).port));
        await hands.sees(/^Connected$/m);
        await hands.seesCode('while you were away');
        await hands.typeAtEnd('# and back');
        await expectCode(laptop, 'and back');

        await expect
          .poll(() => page.evaluate(() => navigator.serviceWorker.controller?.state), { timeout: 60_000 })
          .toBe('activated');
        await relay.close();
        await hands.open(`${origin}/codeshare/${roomCode}`, /Disconnected|opens automatically/);
        expectNoProblems(engine);
      } finally {
        await engine.close();
        await relay.close();
      }
    });
  });
}

/** Moves the playback to its end. */
async function toEnd(hands: Hands): Promise<void> {
  await hands.press('input[type=range]', 'Timeline');
  await hands.page.keys(KEYS.end);
  await hands.sees('while you were away', '[aria-label="Code of this moment"]');
}

/** Expects that a page has no errors except for a network that was taken away. */
function expectNoProblems(engine: Engine): void {
  expect(engine.problems().filter((text) => !/NetworkError|can’t establish a connection/.test(text))).toEqual([]);
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
