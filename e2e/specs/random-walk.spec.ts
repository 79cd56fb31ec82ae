import { pathToFileURL } from 'node:url';
import type { Interview } from '@cip/contracts/interviews/interviews';
import type { Browser, BrowserContext, BrowserContextOptions, Page } from '@playwright/test';
import { Random } from '../../testkit/random.ts';
import { putStorage, registerOnPlan, visitor } from '../support/accounts.ts';
import type { Visitor } from '../support/accounts.ts';
import { devices } from '../../testkit/devices.ts';
import { expect, test } from '../support/fixtures.ts';
import { share, whenKept } from '../support/installed.ts';
import { RandomWalk } from '../support/random-walk.ts';
import { newCompany } from '../support/steps.ts';
import { makeWorld } from '../support/world.ts';
import type { World } from '../support/world.ts';
import { openExample, openReview } from '../walkthrough/playback.ts';

/** `TEST_SEED=… npx playwright test e2e/specs/random-walk.spec.ts` repeats a walk. */
const SEED = process.env['TEST_SEED'] ?? '1';
/** Steps on each screen, and in each turn of a room. */
const STEPS = 15;
/** Visits to a room, each with a reload. */
const VISITS = 3;

const SIZES = {
  laptop: { viewport: { width: 1280, height: 800 } },
  phone: devices.phone,
} as const;
type Size = keyof typeof SIZES;

const IN_FRONT = [
  '/',
  '/login',
  '/register',
  '/forgot-password',
  '/reset-password',
  '/verify-email',
  '/undo-email-change',
  '/verify',
  '/try',
  '/privacy',
  '/terms',
  '/no-such-page',
];
const OF_ACCOUNTS = [
  '/dashboard',
  '/sessions',
  '/interviewers',
  '/questions',
  '/questions/new',
  '/settings',
  '/subscription-plans',
];

test.describe.configure({ mode: 'parallel' });
// If a walk breaks requests off, browsers log them.
test.use({ expectedProblems: /./ });

let origin = '';
test.beforeEach(({ baseURL }) => void (origin = baseURL ?? ''));

interface Walker {
  walk: RandomWalk;
  open(visitor?: Visitor): Promise<Page>;
  context: BrowserContext;
}

/** Opens a device that walks; each test has numbers of its own by the seed. */
async function openWalker(
  browser: Browser,
  size: Size,
  nth: number,
  options: BrowserContextOptions = {},
): Promise<Walker> {
  const number = Number.parseInt(SEED, 16) + 1_000 * nth + (size === 'phone' ? 500 : 0);
  const walk = new RandomWalk(new Random(number), SEED);
  const context = await browser.newContext({ ...SIZES[size], baseURL: origin, reducedMotion: 'reduce', ...options });
  walk.watch(context);
  // It would wait for its user.
  await context.addInitScript(() => void (globalThis.print = () => undefined));
  const open = async (visitor: Visitor = { storage: [] }) => {
    const page = await context.newPage();
    await putStorage(page, visitor, { afresh: true });
    return page;
  };
  return { walk, open, context };
}

/** Walks on each of the addresses as a visitor. */
async function walkOn(
  paths: readonly string[],
  { walk, open }: Walker,
  visitor?: () => Promise<Visitor>,
): Promise<void> {
  for (const path of paths) {
    const page = await open(await visitor?.());
    await page.goto(path);
    await walk.take(STEPS, page, path);
    await page.close();
  }
}

/** Returns a function that returns a world: another one if a walk has ended its owner's sign-in. */
function worlds(isSignedIn: (owner: Visitor) => Promise<boolean>) {
  let world: World | undefined;
  return async () => {
    if (!world || !(await isSignedIn(world.owner))) world = await makeWorld(origin);
    return world;
  };
}

const tokenOf = ({ storage }: Visitor) => storage.find(({ name }) => name === 'token')?.value ?? '';

for (const size of ['laptop', 'phone'] as const)
  test.describe(`a random walk on a ${size}`, { tag: '@long' }, () => {
    // More steps than a journey has.
    test.beforeEach(() => test.setTimeout(400_000));

    test('finds no fault in front of the sign-in', async ({ browser }) => {
      const walker = await openWalker(browser, size, 0);
      await walkOn(IN_FRONT, walker);
      const world = await makeWorld(origin);
      await walkOn(
        Object.values(world.rooms).map((roomCode) => `/codeshare/${roomCode}`),
        walker,
      );
      await walker.context.close();
    });

    test('finds no fault on the screens of accounts', async ({ browser, request }) => {
      const walker = await openWalker(browser, size, 1);
      const as = (owner: Visitor) => ({ headers: { authorization: `Bearer ${tokenOf(owner)}` } });
      const worldNow = worlds(async (owner) => (await request.get('/api/user', as(owner))).ok());
      await walkOn(OF_ACCOUNTS, walker, async () => (await worldNow()).owner);
      // Another world, because the walk may have deleted the interview of this one.
      const { owner, member, newcomer, rooms } = await makeWorld(origin);
      const reply = await request.get(`/api/interview-sessions/room/${rooms.completed}`, as(owner));
      const { session } = (await reply.json()) as { session: Interview };
      await walkOn([`/sessions/${session.id}`, `/sessions?session=${session.id}`], walker, async () => owner);
      await walkOn(['/dashboard', `/sessions/${session.id}`], walker, async () => member);
      await walkOn(['/dashboard'], walker, async () => newcomer);
      await walker.context.close();
    });

    test('finds no fault on both sides of a room', async ({ browser }) => {
      const world = await makeWorld(origin);
      const roomCode = await world.startRoom();
      const candidate = await world.join(roomCode, 'Ada Lovelace');
      const host = await openWalker(browser, size, 2);
      const guest = await openWalker(browser, size === 'laptop' ? 'phone' : 'laptop', 3);
      for (let visit = 0; visit < VISITS; visit++) {
        const [hostPage, guestPage] = [await host.open(world.owner), await guest.open(candidate)];
        await hostPage.goto(`/editor?room=${roomCode}`);
        await guestPage.goto(`/codeshare/${roomCode}`);
        if (visit === 0) {
          await expect(hostPage.locator('.monaco-editor, .cm-content').first()).toBeVisible({ timeout: 30_000 });
          await expect(guestPage.locator('.monaco-editor, .cm-content').first()).toBeVisible({ timeout: 30_000 });
        }
        for (let turn = 0; turn < 2; turn++) {
          await host.walk.take(STEPS, hostPage, 'the interviewer’s side');
          await guest.walk.take(STEPS, guestPage, 'the candidate’s side');
        }
        await Promise.all([hostPage.close(), guestPage.close()]);
      }
      await Promise.all([host.context.close(), guest.context.close()]);
    });

    test('finds no fault in a playback, in its file and behind its link', async ({ browser, request }, testInfo) => {
      const { walk, open, context } = await openWalker(browser, size, 4);
      const { owner } = await registerOnPlan(request, newCompany(), 'paid');
      const page = await open(visitor(owner));
      await openExample(page, 1_765);
      const path = testInfo.outputPath('playback.html');
      await page.getByRole('button', { name: 'More', exact: true }).click();
      const downloading = page.waitForEvent('download');
      await page.getByRole('menuitem', { name: 'Download playback' }).click();
      await (await downloading).saveAs(path);
      await walk.take(4 * STEPS, page, 'a playback');
      const file = await context.newPage();
      await file.goto(pathToFileURL(path).href);
      await walk.take(4 * STEPS, file, 'the file of a playback');
      const reader = await open();
      await openReview(reader);
      await walk.take(2 * STEPS, reader, 'a shared playback');
      await context.close();
    });

    test('finds no fault with a shared file', async ({ browser }) => {
      const { walk, open, context } = await openWalker(browser, size, 5, { serviceWorkers: 'allow' });
      const { owner } = await makeWorld(origin);
      const page = await open(owner);
      await page.goto('/dashboard');
      await whenKept(page);
      await share(page, { file: { name: 'engine.py', content: 'print(1837)\n' } });
      await expect(page.getByRole('heading', { name: 'engine.py' })).toBeVisible();
      await walk.take(2 * STEPS, page, 'a shared file');
      await context.close();
    });
  });
