import type { Page, Request, Route } from '@playwright/test';
import { newRoom, registerOnPlan } from '../support/accounts.ts';
import { expect, test } from '../support/fixtures.ts';
import { whenKept } from '../support/installed.ts';
import { joinAsCandidate, newCompany } from '../support/steps.ts';

/** If the card's connection is older than this, the room opens its own (ms). */
const FRESH_MS = 7_000;
/** A page that lacks a file tries to reload within this time (ms). */
const RELOADS_WITHIN_MS = 10_000;

/**
 * Opens a running interview on a phone whose app files are held until the test releases them, of which the first
 * `failing` fail.
 */
async function openWithoutApp(phone: Page, failing = 0) {
  const { company, roomCode, call } = await newInterview(phone);
  const releaseApp = await holdApp(phone, failing);
  const joins: (string | null)[] = [];
  phone.on('request', (request) => {
    if (request.url().endsWith('/join')) joins.push(request.postData());
  });
  await phone.goto(`/codeshare/${roomCode}`, { waitUntil: 'commit' });
  return { company, roomCode, call, joins, releaseApp };
}

/** Starts an interview of a new company over the API. */
async function newInterview({ request }: Page) {
  const company = newCompany();
  const { as: call } = await registerOnPlan(request, company);
  const roomCode = newRoom();
  await call('POST', '/interview-sessions/quick-start', { room_code: roomCode });
  return { company, roomCode, call };
}

/** Holds the app's files; returns the function that releases them, of which the first `failing` fail. */
async function holdApp(page: Page, failing = 0): Promise<() => Promise<void>> {
  const held: Route[] = [];
  let holds = true;
  await page.route('**/assets/**/*.js', async (route) => (holds ? void held.push(route) : route.continue()));
  return async () => {
    holds = false;
    await Promise.all(held.map((route, index) => (index < failing ? route.abort() : route.continue())));
  };
}

declare global {
  interface Window {
    /** How old the card's connection was when the room took it (ms). */
    ageAtTakeover?: number;
    /** The addresses of all files that the page had loaded when the manifest was added. */
    loadedBeforeManifest?: string;
  }
}

/** Notes how old the card's connection is when the room takes it: from then on, the page's `preconnected` is empty. */
async function watchTakeover(page: Page): Promise<void> {
  await page.addInitScript(() => {
    let given: { openedAt: number } | undefined;
    const set = (next: typeof given) => {
      if (given && !next) window.ageAtTakeover = Date.now() - given.openedAt;
      given = next;
    };
    Object.defineProperty(window, 'preconnected', { get: () => given, set });
  });
}

const field = (page: Page) => page.getByLabel('Your Name');
const button = (page: Page) => page.getByRole('button', { name: 'Join Code Share' });

test('joins by the card before the app has loaded, and opens the room by the app', async ({ phone, picture }) => {
  let sockets = 0;
  phone.on('websocket', () => sockets++);
  await watchTakeover(phone);
  const { company, joins, releaseApp } = await openWithoutApp(phone);
  await expect(phone.getByRole('heading', { name: company.name })).toBeVisible();
  await expect(field(phone)).toBeFocused();
  await expect(phone).toHaveTitle('Code Share · Code Interview Platform');
  await picture(phone, 'card');
  await field(phone).pressSequentially('  ');
  await field(phone).press('Enter');
  expect(await field(phone).evaluate((input: HTMLInputElement) => input.validationMessage)).toBe(
    'Please enter your name',
  );
  expect(joins).toEqual([]);
  await field(phone).pressSequentially('Ada Lovelace ');
  await field(phone).press('Enter');
  await expect(phone.getByRole('button', { name: 'Joining...' })).toBeDisabled();
  await picture(phone, 'joining');
  await expect.poll(() => sockets).toBe(1);
  await releaseApp();
  await expect(phone.locator('.cm-content')).toContainText('Start coding here', { timeout: 30_000 });
  expect(joins).toEqual(['{"candidate_name":"Ada Lovelace"}']);
  // The room took the connection that the card had opened, unless the app came so late that it had become too old.
  const age = await phone.evaluate(() => window.ageAtTakeover);
  expect(sockets).toBe((age ?? NaN) >= FRESH_MS ? 2 : 1);

  await phone.reload();
  await expect(phone.locator('.cm-content')).toContainText('Start coding here', { timeout: 30_000 });
  expect(joins).toHaveLength(1);
});

test(
  'opens a connection of the room’s own where the card’s was closed meanwhile',
  { tag: '@long' },
  async ({ phone }) => {
    let sockets = 0;
    await phone.routeWebSocket(
      /socket\.io/,
      (socket) => void (sockets++ === 0 ? socket.close() : socket.connectToServer()),
    );
    const { releaseApp } = await openWithoutApp(phone);
    await field(phone).fill('Ada Lovelace');
    await button(phone).click();
    await expect.poll(() => sockets).toBe(1);
    await releaseApp();
    await expect(phone.locator('.cm-content')).toContainText('Start coding here', { timeout: 30_000 });
    expect(sockets).toBe(2);
  },
);

test.describe('if a file of the app fails once', { tag: '@long' }, () => {
  test.use({ expectedProblems: /ERR_FAILED/ });

  test('waits for the name, and enters its room', async ({ phone }) => {
    await phone.clock.install();
    const { joins, releaseApp } = await openWithoutApp(phone, 1);
    await expect(field(phone)).toBeFocused();
    await field(phone).pressSequentially('Ada Love');
    const [failed] = await Promise.all([phone.waitForEvent('requestfailed'), releaseApp()]);
    expect(failed.url()).toContain('/assets/');
    // The server replies, but the name is still being typed.
    await phone.clock.fastForward(RELOADS_WITHIN_MS);
    await phone.evaluate(() => fetch('/healthz').then((reply) => reply.text()));
    await field(phone).pressSequentially('lace');
    await button(phone).click();
    await phone.clock.fastForward(RELOADS_WITHIN_MS);
    await expect(phone.locator('.cm-content')).toContainText('Start coding here', { timeout: 30_000 });
    expect(joins[0]).toBe('{"candidate_name":"Ada Lovelace"}');
  });
});

test('lets a candidate whose proxy swallows WebSockets enter by polling', { tag: '@long' }, async ({ phone }) => {
  await phone.routeWebSocket(/socket\.io/, () => {});
  const { roomCode } = await newInterview(phone);
  await joinAsCandidate(phone, `/codeshare/${roomCode}`, 'Ada Lovelace');
  await expect(phone.locator('.cm-content')).toContainText('Start coding here');
});

test(
  'loads typefaces and the manifest after the room’s files on a new phone, and a typeface first on a laptop',
  { tag: '@long' },
  async ({ phone, laptop }) => {
    const { roomCode } = await newInterview(phone);
    const order: string[] = [];
    const note = (name: RegExp) => (request: Request) => {
      const [found] = name.exec(request.url().replace(/^.*\//, '')) ?? [];
      if (found !== undefined) order.push(found);
    };
    phone.on('requestfinished', note(/^(CandidateRoom|CodeMirrorPane)(?=-.*js$)/));
    phone.on('request', note(/^[a-z]+(?=-.*woff2$)/));
    await phone.addInitScript(() => {
      new MutationObserver((_changes, observer) => {
        if (!document.querySelector('link[rel=manifest]')) return;
        observer.disconnect();
        const loaded = performance.getEntriesByType('resource').map(({ name }) => name);
        window.loadedBeforeManifest = loaded.join(' ');
      }).observe(document, { subtree: true, childList: true });
    });
    const family = () => getComputedStyle(document.body).fontFamily;
    await phone.goto(`/codeshare/${roomCode}`);
    // The page before the room has its own face, because the room's files are there before a name is entered.
    await expect.poll(() => phone.evaluate(family)).toMatch(/^Geist,/);
    await joinAsCandidate(phone, `/codeshare/${roomCode}`, 'Ada Lovelace');
    await expect.poll(() => order).toContain('jetbrains');
    expect(order.slice(0, 2).toSorted()).toEqual(['CandidateRoom', 'CodeMirrorPane']);
    expect(order[2]).toBe('geist');
    const loadedBefore = () => phone.evaluate(() => window.loadedBeforeManifest);
    await expect.poll(loadedBefore).toMatch(/CandidateRoom-.*js/);
    expect(await loadedBefore()).toMatch(/CodeMirrorPane-.*js/);
    await expect(phone.locator('link[rel=manifest]')).toHaveCount(1);

    const typeface = laptop.waitForRequest(/geist-latin-wght.*woff2$/);
    await laptop.goto(`/codeshare/${roomCode}`);
    await typeface;
    expect(await laptop.evaluate(family)).toMatch(/^Geist,/);
  },
);

test('continues the field that the candidate is typing in when the app starts', { tag: '@long' }, async ({ phone }) => {
  const { joins, releaseApp } = await openWithoutApp(phone);
  // Keys need the focus, which a card does not have before it is shown.
  await expect(field(phone)).toBeFocused();
  await phone.keyboard.type('Ada L');
  await field(phone).evaluate((input: HTMLInputElement) => input.setSelectionRange(3, 3));
  const before = await field(phone).elementHandle();
  await releaseApp();
  await expect(phone.getByRole('region', { name: 'Is this device ready?' })).toBeVisible();
  expect(await field(phone).evaluate((input, other) => input === other, before)).toBe(true);
  await expect(field(phone)).toBeFocused();
  await phone.keyboard.type(' B.');
  await expect(field(phone)).toHaveValue('Ada B. L');
  await button(phone).click();
  await expect(phone.locator('.cm-content')).toContainText('Start coding here', { timeout: 30_000 });
  expect(joins).toEqual(['{"candidate_name":"Ada B. L"}']);
});

test(
  'shows a join that fails before the app has loaded on the card, and lets it be repeated',
  { tag: '@long' },
  async ({ phone, problems }) => {
    const { joins, releaseApp } = await openWithoutApp(phone);
    await phone.route('**/join', (route) => route.fulfill({ status: 500, json: {} }), { times: 1 });
    await field(phone).fill('Ada Lovelace');
    await button(phone).click();
    await releaseApp();
    await expect(phone.getByRole('alert')).toHaveText('Failed to join session. Please try again.');
    await expect(field(phone)).toHaveValue('Ada Lovelace');
    expect(joins).toHaveLength(1);
    await button(phone).click();
    await expect(phone.locator('.cm-content')).toContainText('Start coding here', { timeout: 30_000 });
    expect(joins).toHaveLength(2);
    expect(problems.splice(0)).toEqual([expect.stringContaining('500')]);
  },
);

test(
  'shows no card for an ended interview or to a candidate who was in the room',
  { tag: '@long' },
  async ({ phone, laptop }) => {
    const { roomCode, call, releaseApp } = await openWithoutApp(phone);
    await expect(field(phone)).toBeVisible();
    await releaseApp();
    await joinAsCandidate(phone, `/codeshare/${roomCode}`, 'Ada Lovelace');

    // The same link on the device that is in the room.
    const releaseAgain = await holdApp(phone);
    const reply = phone.waitForResponse(`**/api/public/session/${roomCode}`);
    await phone.reload({ waitUntil: 'commit' });
    await (await reply).finished();
    await expect(phone.locator('#root')).toBeHidden();
    await releaseAgain();
    await expect(phone.locator('.cm-content')).toContainText('Start coding here', { timeout: 30_000 });

    // An ended interview.
    await call('POST', `/interview-sessions/end-by-room/${roomCode}`);
    const releaseElsewhere = await holdApp(laptop);
    const replyElsewhere = laptop.waitForResponse(`**/api/public/session/${roomCode}`);
    await laptop.goto(`/codeshare/${roomCode}`, { waitUntil: 'commit' });
    await (await replyElsewhere).finished();
    await expect(laptop.locator('#root')).toBeHidden();
    await releaseElsewhere();
    await expect(laptop.getByRole('alertdialog', { name: 'Session Ended' })).toBeVisible();
  },
);

test.describe('on a device that has the app cached', () => {
  test.use({ serviceWorkers: 'allow' });

  test('requests the interview once, before the page is parsed', { tag: '@long' }, async ({ page }) => {
    const { roomCode, releaseApp } = await openWithoutApp(page);
    await releaseApp();
    await expect(field(page)).toBeVisible();
    await whenKept(page);
    const requests: string[] = [];
    page.context().on('request', (request) => {
      if (request.url().endsWith(`/api/public/session/${roomCode}`))
        requests.push(request.serviceWorker() ? 'worker' : 'page');
    });
    await page.reload();
    await expect(field(page)).toBeFocused();
    // The worker answers the page's request with its own prefetched reply.
    expect(requests).toEqual(['worker', 'page']);
  });
});

test(
  'opens a link with what chats, mails and phones add to it, and corrects the address',
  { tag: '@long' },
  async ({ browser, baseURL }) => {
    const context = await browser.newContext({ ...(baseURL && { baseURL }) });
    const page = await context.newPage();
    const { company, roomCode } = await newInterview(page);
    const asked: string[] = [];
    page.on('request', (request) => {
      if (request.url().includes('/api/public/session/')) asked.push(new URL(request.url()).pathname);
    });
    for (const link of [`${roomCode}.`, `${roomCode})`, `${roomCode}%20`, `${roomCode}%E2%80%8B`, `${roomCode}/`]) {
      await page.goto(`/codeshare/${link}`);
      await expect(page.getByRole('heading', { name: company.name })).toBeVisible();
      await expect(page).toHaveURL(`/codeshare/${roomCode}`);
    }
    await page.goto(`/codeshare/${roomCode.replace('p', 'P')},`);
    await expect(page.getByRole('heading', { name: company.name })).toBeVisible();
    expect([...new Set(asked)]).toEqual([`/api/public/session/${roomCode}`]);
    await context.close();
  },
);
