import { setTimeout } from 'node:timers/promises';
import type { Interview } from '@cip/contracts/interviews/interviews';
import { coveredControls } from '../engines/covered.ts';
import { KEYS } from '../engines/engine-page.ts';
import { installedEngines } from '../engines/engines.ts';
import { Hands } from '../engines/hands.ts';
import { caller, PASSWORD, registerOnPlan } from '../support/accounts.ts';
import type { Visitor } from '../support/accounts.ts';
import { expectNoProblems, LAPTOP, PHONE, signIn } from '../support/engine-journeys.ts';
import { expect, test } from '../support/fixtures.ts';
import { newCompany } from '../support/steps.ts';
import { whenStill } from '../support/still.ts';
import { makeWorld } from '../support/world.ts';

/** The slower engine, on two cores that others use too (ms). */
const SCREENS_MS = 900_000;

/** Errors of Firefox and WebKit about files whose page is left before they have loaded. */
const OF_LEAVING =
  /A ServiceWorker intercepted the request|error loading dynamically imported module|Importing a module script failed|Unable to preload CSS/;

const nobody: Visitor = { storage: [] };

for (const { name, start } of installedEngines()) {
  test.describe(name, { tag: '@long' }, () => {
    test.describe.configure({ timeout: SCREENS_MS });

    test(`opens every screen in ${name}, where nothing covers what is pressed`, async ({ baseURL, request }) => {
      const world = await makeWorld(baseURL ?? '');
      const questionId = await world.addQuestion('The heaviest parcel');
      const token = world.owner.storage.find((entry) => entry.name === 'token')?.value ?? '';
      const { session } = (await caller(request, token)(
        'GET',
        `/interview-sessions/room/${world.rooms.completed}`,
      )) as { session: Interview };
      const runningRoom = await world.startRoom();
      const engine = await start({ isPhone: false });
      try {
        const hands = new Hands(engine.page);
        const ownScreens: [string, string | RegExp][] = [
          ['/dashboard', 'Welcome back'],
          ['/sessions', 'Grace Hopper'],
          [`/sessions/${session.id}`, 'Grace Hopper'],
          [`/sessions/${session.id}/playback`, 'Grace Hopper'],
          [`/editor?room=${runningRoom}`, /^Connected$/m],
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
          ['/forgot-password', 'Forgot Your Password?'],
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
        await expectNoProblems(engine, OF_LEAVING);
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
            // A navigation is lost if it comes while the app itself changes the address.
            await hands.sees(/New question|Interview Sessions|Welcome back/);
            // The driver's own navigation may lose to one that the page began.
            await whenStill(page);
            await page.goto(`${baseURL}/dashboard`);
            await hands.sees('Welcome back');
          });
        await expectNoProblems(engine, OF_LEAVING);
      } finally {
        await engine.close();
      }
    });
  });
}
