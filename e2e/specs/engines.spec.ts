import type { APIRequestContext } from '@playwright/test';
import { coveredControls } from '../engines/covered.ts';
import { installedEngines } from '../engines/engines.ts';
import { Hands } from '../engines/hands.ts';
import { newRoom, putStorage, registerOnPlan, visitor } from '../support/accounts.ts';
import type { Visitor } from '../support/accounts.ts';
import {
  AWAY,
  expectNoProblems,
  LAPTOP,
  PHONE,
  playBack,
  runPrograms,
  signIn,
  whenKept,
} from '../support/engine-journeys.ts';
import { expect, test } from '../support/fixtures.ts';
import { openRelay } from '../support/relay.ts';
import { expectCode, joinAsCandidate, newCompany, typeAtEnd } from '../support/steps.ts';

// The other side is in Chromium, because two windows of WebKit's small browser share one focus.

/** The slower engine, on two cores that others use too (ms). */
const JOURNEY_MS = 900_000;

test.use({ expectedProblems: /ERR_|Failed to load resource|WebSocket/ });

interface Hosted {
  roomCode: string;
  owner: Visitor;
  /** Resolves to the interview as it is now. */
  session(): Promise<{ id: string; status: string }>;
  end(): Promise<void>;
  /** Makes a review link of the ended interview; resolves to its secret. */
  share(): Promise<string>;
}

/** Starts an interview of a new company, by its API. */
async function host(request: APIRequestContext): Promise<Hosted> {
  const { owner, as } = await registerOnPlan(request, newCompany(), 'paid');
  const roomCode = newRoom();
  await as('POST', '/interview-sessions/quick-start', { room_code: roomCode });
  const session = async () =>
    ((await as('GET', `/interview-sessions/room/${roomCode}`)) as { session: { id: string; status: string } }).session;
  return {
    roomCode,
    owner: visitor(owner),
    session,
    end: async () => void (await as('POST', `/interview-sessions/end-by-room/${roomCode}`)),
    async share() {
      const { id } = await session();
      return ((await as('POST', `/interview-sessions/${id}/review-links`, {})) as { token: string }).token;
    },
  };
}

for (const { name, start } of installedEngines()) {
  test.describe(name, { tag: '@long' }, () => {
    test.describe.configure({ timeout: JOURNEY_MS });

    test(`interviews in ${name} on a laptop, plays the recording and opens its file`, async ({
      baseURL,
      laptop: peer,
      request,
    }, testInfo) => {
      const { roomCode, owner, session, share } = await host(request);
      let relay = await openRelay(baseURL ?? '');
      const { origin } = relay;
      const engine = await start({ isPhone: false });
      const { page } = engine;
      try {
        const hands = new Hands(page);
        await page.resize(LAPTOP.width, LAPTOP.height);
        await signIn(engine, origin, owner);
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

        await whenKept(engine);
        await relay.close();
        await hands.sees(/^Disconnected$/m);
        await typeAtEnd(peer, `\n-- ${AWAY}\n`);
        await hands.open(`${origin}/dashboard`, /You are offline|can’t reach the server/);
        await hands.sees('Welcome back');
        relay = await openRelay(baseURL ?? '', Number(new URL(origin).port));
        await hands.open(`${origin}/editor?room=${roomCode}`, /^Connected$/m);
        await hands.seesCode(AWAY);
        await hands.typeAtEnd('and back');
        await expectCode(peer, 'and back');

        const { id } = await session();
        await hands.press('button', 'End');
        await hands.press('[role=alertdialog] button', 'End');
        await expect.poll(async () => (await session()).status, { timeout: 30_000 }).toBe('completed');
        const path = testInfo.outputPath('playback.html');
        await playBack(hands, { origin, id, token: await share(), path });
        await expectNoProblems(engine);
      } finally {
        await engine.close();
        await relay.close();
      }
    });

    test(`joins in ${name} on a phone, writes, runs, comes back and plays the recording`, async ({
      baseURL,
      laptop,
      request,
    }, testInfo) => {
      const { roomCode, owner, session, end, share } = await host(request);
      await putStorage(laptop, owner);
      await laptop.goto(`/editor?room=${roomCode}`);
      await expect(laptop.getByText('Connected', { exact: true })).toBeVisible({ timeout: 30_000 });
      let relay = await openRelay(baseURL ?? '');
      const { origin } = relay;
      const engine = await start({ isPhone: true });
      const { page } = engine;
      try {
        const hands = new Hands(page);
        await page.resize(PHONE.width, PHONE.height);
        // Only Firefox says that it has a finger, and neither engine is touched here: the mouse presses. WebKit keeps a
        // laptop's pointer, so it gets the phone's editor by the setting.
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
        await typeAtEnd(laptop, `\n-- ${AWAY}\n`);
        relay = await openRelay(baseURL ?? '', Number(new URL(origin).port));
        await hands.sees(/^Connected$/m);
        await hands.seesCode(AWAY);
        await hands.typeAtEnd('-- and back');
        await expectCode(laptop, 'and back');

        await expect
          .poll(() => page.evaluate(() => navigator.serviceWorker.controller?.state), { timeout: 60_000 })
          .toBe('activated');
        await relay.close();
        await hands.open(`${origin}/codeshare/${roomCode}`, /Disconnected|opens automatically/);

        relay = await openRelay(baseURL ?? '', Number(new URL(origin).port));
        await end();
        await signIn(engine, origin, owner);
        const [{ id }, token] = await Promise.all([session(), share()]);
        // The file is saved and opened as a laptop does: neither engine has a phone's sheet for it.
        await playBack(hands, { origin, id, token, path: testInfo.outputPath('playback.html') });
        await expectNoProblems(engine);
      } finally {
        await engine.close();
        await relay.close();
      }
    });
  });
}
