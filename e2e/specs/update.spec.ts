import type { Page } from '@playwright/test';
import { expect, test } from '../support/fixtures.ts';
import { goOffline, whenEngineKept, whenKept } from '../support/installed.ts';
import { deployNextVersion } from '../support/next-version.ts';
import { openRelay } from '../support/relay.ts';
import { startOwnServer } from '../support/own-server.ts';
import type { OwnServer } from '../support/own-server.ts';
import {
  expectCode,
  newCompany,
  openInterview,
  readInterview,
  registerOnFreePlan,
  typeAtEnd,
} from '../support/steps.ts';

let server: OwnServer;
let version = 21;

test.beforeAll(async () => {
  server = await startOwnServer();
});

test.afterAll(async () => {
  await server.remove();
});

/** Deploys the next version. Returns its name. */
function deploy(): string {
  version++;
  deployNextVersion(server.web, `${version}`);
  return `${version}`;
}

const versionOf = (page: Page) => page.locator('html').getAttribute('data-version');
const prompt = (page: Page) => page.getByRole('status').filter({ hasText: 'A new version is available' });

/** Marks a page: a reload removes the mark. */
const mark = (page: Page) => page.evaluate(() => document.documentElement.setAttribute('data-marked', ''));
const isMarked = (page: Page) => page.evaluate(() => document.documentElement.hasAttribute('data-marked'));

/** Looks for the next version and waits until all its files are on the device. */
async function lookForUpdate(page: Page): Promise<void> {
  const hasNext = () =>
    page.evaluate(async () => {
      const registration = await navigator.serviceWorker.ready;
      await registration.update();
      return registration.waiting !== null;
    });
  await expect.poll(hasNext, { timeout: 30_000 }).toBe(true);
}

/** Activates the newest version, like another tab that accepts it. Its next reload shows that version. */
async function takeNextVersion(page: Page): Promise<void> {
  await lookForUpdate(page);
  await page.evaluate(async () => {
    const registration = await navigator.serviceWorker.ready;
    const next = registration.waiting;
    const hasTakenOver = new Promise((resolve) =>
      navigator.serviceWorker.addEventListener('controllerchange', resolve, { once: true }),
    );
    next?.postMessage({ type: 'SKIP_WAITING' });
    await Promise.race([hasTakenOver, new Promise((resolve) => setTimeout(resolve, 5_000))]);
    // As the app does if the browser keeps the present worker.
    if (next?.state === 'installed') await registration.unregister();
  });
}

test(
  'offers an update, and reloads only the tab that accepts it, never a room',
  { tag: '@long' },
  async ({ browser, picture }) => {
    const context = await browser.newContext({ baseURL: server.origin, serviceWorkers: 'allow' });
    const errors: string[] = [];
    context.on('weberror', (error) => errors.push(error.error().message));
    const room = await context.newPage();
    await openInterview(room);
    await whenKept(room);
    await whenEngineKept(room, 'monaco');
    const taking = await context.newPage();
    await taking.goto('/dashboard');
    const other = await context.newPage();
    await other.goto('/sessions');
    await expect(other.getByRole('heading', { name: 'Interview Sessions' })).toBeVisible();
    for (const page of [room, taking, other]) await mark(page);

    const before = await versionOf(room);
    const next = deploy();
    await lookForUpdate(taking);
    await expect(prompt(taking)).toBeVisible();
    await expect(prompt(other)).toBeVisible();
    await expect(prompt(room)).toHaveCount(0);
    await taking.bringToFront();
    await picture(taking, 'update');
    await prompt(taking).getByRole('button', { name: 'Reload' }).click();
    await expect.poll(() => versionOf(taking)).toBe(next);
    await expect(taking.getByText(/^Welcome back/)).toBeVisible();
    await expect(prompt(taking)).toHaveCount(0);

    for (const page of [room, other]) {
      expect(await isMarked(page)).toBe(true);
      expect(await versionOf(page)).toBe(before);
    }
    // Tabs of the old version continue with its files, which the server no longer has.
    await other.getByRole('link', { name: 'Dashboard' }).click();
    await other.getByRole('button', { name: /^Settings/ }).click();
    await expect(other.getByRole('heading', { level: 1, name: 'Settings' })).toBeVisible();
    expect(await isMarked(other)).toBe(true);
    await typeAtEnd(room, '\nSELECT 1; -- on the old version\n');
    await expectCode(room, 'on the old version');
    await expect(room.locator('footer').getByTestId('save-state')).toHaveText(/^Saved/);
    await room.getByRole('button', { name: 'Editor settings' }).click();
    await expect(room.getByRole('dialog')).toBeVisible();
    expect(await isMarked(room)).toBe(true);

    // The other tab updates when its user accepts.
    await prompt(other).getByRole('button', { name: 'Reload' }).click();
    await expect.poll(() => versionOf(other)).toBe(next);
    expect(errors).toEqual([]);
  },
);

test('loads the next version even if the present worker stays', { tag: '@long' }, async ({ browser }) => {
  const context = await browser.newContext({ baseURL: server.origin, serviceWorkers: 'allow' });
  const other = await context.newPage();
  await registerOnFreePlan(other, newCompany());
  await whenKept(other);
  await whenEngineKept(other, 'monaco');
  const page = await context.newPage();
  await page.goto('/sessions');
  const next = deploy();
  await lookForUpdate(page);
  await expect(prompt(other)).toBeVisible();
  // As if the browser did not activate the next worker, which Chromium sometimes does not.
  await page.evaluate(() => (ServiceWorker.prototype.postMessage = () => undefined));
  await prompt(page).getByRole('button', { name: 'Reload' }).click();
  await expect.poll(() => versionOf(page), { timeout: 15_000 }).toBe(next);
});

test('hides the offer of an update by “Later”', { tag: '@long' }, async ({ browser }) => {
  const page = await (await browser.newContext({ baseURL: server.origin, serviceWorkers: 'allow' })).newPage();
  await registerOnFreePlan(page, newCompany());
  await whenKept(page);
  await whenEngineKept(page, 'monaco');
  const before = await versionOf(page);
  deploy();
  await lookForUpdate(page);
  await prompt(page).getByRole('button', { name: 'Later' }).click();
  await expect(prompt(page)).toHaveCount(0);
  await page.goto('/sessions');
  expect(await versionOf(page)).toBe(before);
});

test('reloads a page whose files are gone into the new version, once', { tag: '@long' }, async ({ browser }) => {
  const page = await (await browser.newContext({ baseURL: server.origin, serviceWorkers: 'block' })).newPage();
  await registerOnFreePlan(page, newCompany());
  const next = deploy();
  await page.getByRole('button', { name: /^View Sessions/ }).click();
  await expect(page.getByRole('heading', { name: 'Interview Sessions' })).toBeVisible();
  expect(await versionOf(page)).toBe(next);
});

test('reloads a cached page whose editor is not cached into the new version', { tag: '@long' }, async ({ browser }) => {
  const context = await browser.newContext({ baseURL: server.origin, serviceWorkers: 'allow' });
  const page = await context.newPage();
  await registerOnFreePlan(page, newCompany());
  await whenKept(page);
  await page.evaluate(() => caches.delete('engines'));
  const next = deploy();
  await page.getByText('Start Interview').first().click();
  await expect(page.getByText('Connected', { exact: true })).toBeVisible({ timeout: 40_000 });
  expect(await versionOf(page)).toBe(next);
});

test('loses nothing by an update during a save', { tag: '@long' }, async ({ browser }) => {
  const relay = await openRelay(server.origin);
  const context = await browser.newContext({ baseURL: relay.origin, serviceWorkers: 'allow' });
  const page = await context.newPage();
  const roomCode = await openInterview(page);
  await whenKept(page);
  await whenEngineKept(page, 'monaco');
  await typeAtEnd(page, '\n-- across versions');
  await goOffline(context);
  await expect(page.getByText('Disconnected', { exact: true })).toBeVisible();
  for (let save = 0; save < 2; save++) {
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    await expect(page.getByRole('button', { name: /^[12] unsynced changes?$/ })).toContainText(`${save + 1}`);
  }
  await page.getByRole('button', { name: 'Back to sessions' }).click();

  // The server applies the first save, and its reply is lost: the save stays in flight.
  const sent: string[] = [];
  context.on('request', (request) => {
    if (!request.url().endsWith('/api/code-editor-data')) return;
    sent.push((request.postDataJSON() as { op_id: string }).op_id);
  });
  relay.loseAnswersTo('POST /api/code-editor-data');
  await context.setOffline(false);
  await expect.poll(() => sent.length).toBe(1);
  const next = deploy();
  await takeNextVersion(page);
  relay.loseAnswersTo(null);
  await page.reload();
  expect(await versionOf(page)).toBe(next);
  await expect.poll(() => new Set(sent).size).toBe(2);
  await expect(page.getByRole('button', { name: /unsynced changes?$/ })).toHaveCount(0);
  // The first again, because its reply was lost, and then the second; a reload may have lost its reply too.
  const [first = '', last = ''] = [sent[0], sent.at(-1)];
  expect(sent.lastIndexOf(first)).toBeGreaterThan(0);
  expect(sent.indexOf(last)).toBeGreaterThan(sent.lastIndexOf(first));
  const { code } = await readInterview(page, roomCode);
  expect(code.split('-- across versions')).toHaveLength(2);
  await relay.close();
});
