import type { BrowserContext, Page } from '@playwright/test';
import { post, registerOnPlan } from '../support/accounts.ts';
import { whenUnsentOnDevice } from '../support/device-database.ts';
import { expect, test } from '../support/fixtures.ts';
import { goOffline, whenEngineKept, whenKept } from '../support/installed.ts';
import { expectCode, newCompany, openInterview, registerOnFreePlan, typeAtEnd } from '../support/steps.ts';
import type { TestCompany } from '../support/steps.ts';

test.use({ serviceWorkers: 'allow', expectedProblems: /ERR_INTERNET_DISCONNECTED|ERR_FAILED|status of 401/ });

const CODE = '-- what the candidate answered';

/** Opens a room of a new company, which this device keeps with its editor. */
async function openKeptRoom(page: Page): Promise<{ company: TestCompany; room: string }> {
  const company = newCompany();
  const room = await openInterview(page, company);
  await whenKept(page);
  await whenEngineKept(page, 'monaco');
  return { company, room };
}

test(
  'leaves no readable company data after a sign-out, and restores unsent text',
  { tag: '@long' },
  async ({ page, context }) => {
    const { company, room } = await openKeptRoom(page);
    await typeAtEnd(page, `\n${CODE}\n`);
    await expect(page.locator('footer').getByTestId('save-state')).toHaveText(/^Saved/);
    await typeOffline(page, context, '-- typed before the sign-out');
    expect(await everythingStored(page).then((stored) => stored.includes(CODE))).toBe(true);

    // By hand, without a network.
    await page.getByRole('button', { name: 'Back to sessions' }).click();
    await signOutKeeping(page, room);
    await expectNothingOf(page, company, room);

    await context.setOffline(false);
    await signIn(page, company);
    await page.goto(`/editor?room=${room}`);
    await expectCode(page, '-- typed before the sign-out');

    // From another device, while this one is offline in the room.
    await typeOffline(page, context, '\n-- typed before it was ended from another device');
    const { email, password } = company;
    const { token } = await post<{ token: string }>(page.request, '/login', { email, password });
    const headers = { authorization: `Bearer ${token}` };
    expect((await page.request.post('/api/user/sign-ins/end-others', { headers })).ok()).toBe(true);
    await context.setOffline(false);
    await page.goto('/sessions');
    await expect(page).toHaveURL(/\/login/);
    await expectNothingOf(page, company, room);
  },
);

test(
  'closes an open room when another tab signs the account out, and leads its sign-in back to the unsent text',
  { tag: '@long' },
  async ({ page, context }) => {
    const { company, room } = await openKeptRoom(page);
    await typeOffline(page, context, '-- typed before the sign-out');

    const other = await context.newPage();
    await other.goto('/dashboard');
    await signOutKeeping(other, room);
    await expect(page).toHaveURL(/\/login$/);
    await expectNothingOf(other, company, room);

    await context.setOffline(false);
    await fillIn(page, company);
    await expect(page).toHaveURL(new RegExp(`/editor\\?room=${room}$`));
    await expectCode(page, '-- typed before the sign-out');
  },
);

test(
  'shows and sends nothing of an account after another tab has signed another one in',
  { tag: '@long' },
  async ({ page, context }) => {
    const [first, second] = [newCompany(), newCompany()];
    await registerOnPlan(page.request, second);
    const other = await context.newPage();
    await other.goto('/login');
    await registerOnFreePlan(page, first);
    await page.goto('/settings');
    await page.getByLabel('Phone Number').fill('+1 555 0100');

    await fillIn(other, second);
    await expect(other.getByText(`Welcome back, ${second.name}!`)).toBeVisible();
    await expect(page.getByText(`Welcome back, ${second.name}!`)).toBeVisible();
    await expect(page.getByText(first.name)).toHaveCount(0);
  },
);

async function typeOffline(page: Page, context: BrowserContext, text: string): Promise<void> {
  await goOffline(context);
  await expect(page.getByText('Disconnected', { exact: true })).toBeVisible();
  await page.getByRole('button', { name: 'Keep typing on this device' }).click();
  await typeAtEnd(page, text);
  await whenUnsentOnDevice(page, text.trim());
}

async function signOutKeeping(page: Page, room: string): Promise<void> {
  await page.getByRole('button', { name: /^Account menu/ }).click();
  await page.getByRole('menuitem', { name: 'Logout' }).click();
  await expect(page.getByRole('alertdialog')).toContainText(room);
  await page.getByRole('button', { name: 'Keep and sign out' }).click();
  await expect(page).toHaveURL(/\/login/);
}

async function signIn(page: Page, company: TestCompany): Promise<void> {
  await page.goto('/login');
  await fillIn(page, company);
  await expect(page.getByText('Welcome back')).toBeVisible();
}

async function fillIn(page: Page, { email, password }: TestCompany): Promise<void> {
  await page.getByLabel('Email').fill(email);
  await page.getByLabel('Password', { exact: true }).fill(password);
  await page.getByRole('button', { name: 'Login' }).click();
}

async function expectNothingOf(page: Page, { name, email }: TestCompany, room: string): Promise<void> {
  // If a sign-in is refused, the login screen loads again, perhaps while this reads.
  await expect(async () => {
    const stored = await everythingStored(page);
    expect([name, email, room, CODE].filter((text) => stored.includes(text))).toEqual([]);
  }).toPass({ timeout: 10_000 });
}

/** Returns everything this origin stores, as one text: IndexedDB, local and session storage, cached replies. */
async function everythingStored(page: Page): Promise<string> {
  return page.evaluate(async () => {
    const asked = <T>(request: IDBRequest<T>) =>
      new Promise<T>((resolve, reject) => {
        request.onsuccess = () => resolve(request.result);
        request.onerror = () => reject(request.error ?? new Error('IndexedDB'));
      });
    const found: unknown[] = [{ ...localStorage }, { ...sessionStorage }];
    for (const { name = '' } of await indexedDB.databases()) {
      const opening = indexedDB.open(name);
      let isGone = false;
      // It was just deleted; if it were opened, it would be created without tables.
      opening.onupgradeneeded = () => {
        isGone = true;
        opening.transaction?.abort();
      };
      const database = await asked(opening).catch((error: unknown) => {
        if (!isGone) throw error;
      });
      if (!database) continue;
      for (const store of database.objectStoreNames)
        found.push(await asked(database.transaction(store).objectStore(store).getAll()));
      database.close();
    }
    for (const name of await caches.keys())
      for (const request of await (await caches.open(name)).keys())
        if (!/\.(js|css|woff2|ttf|svg)$/.test(request.url)) found.push(await (await caches.match(request))?.text());
    const decoder = new TextDecoder();
    return JSON.stringify(found, (_key, value: unknown) =>
      ArrayBuffer.isView(value) || value instanceof ArrayBuffer ? decoder.decode(value) : value,
    );
  });
}
