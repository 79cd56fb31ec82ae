import type { Page, Route } from '@playwright/test';
import { newRoom, registerOnPlan } from '../support/accounts.ts';
import { expect, test } from '../support/fixtures.ts';
import { whenKept } from '../support/installed.ts';
import { joinAsCandidate, newCompany } from '../support/steps.ts';

/** A running interview, opened on a phone on which the app itself does not arrive until the test lets it. */
async function openWithoutApp(phone: Page) {
  const company = newCompany();
  const { as: call } = await registerOnPlan(phone.request, company);
  const roomCode = newRoom();
  await call('POST', '/interview-sessions/quick-start', { room_code: roomCode });
  const letAppCome = await holdApp(phone);
  const joins: (string | null)[] = [];
  phone.on('request', (request) => {
    if (request.url().endsWith('/join')) joins.push(request.postData());
  });
  await phone.goto(`/codeshare/${roomCode}`, { waitUntil: 'commit' });
  return { company, roomCode, call, joins, letAppCome };
}

/** Holds back the app's files; answers with how to let them go. */
async function holdApp(page: Page): Promise<() => Promise<void>> {
  const held: Route[] = [];
  let holds = true;
  await page.route('**/assets/**/*.js', async (route) => (holds ? void held.push(route) : route.continue()));
  return async () => {
    holds = false;
    await Promise.all(held.map((route) => route.continue()));
  };
}

const field = (page: Page) => page.getByLabel('Your Name');
const button = (page: Page) => page.getByRole('button', { name: 'Join Code Share' });

test('the join card takes a name and joins before the app is here, which opens the room', async ({
  phone,
  picture,
}) => {
  const { company, joins, letAppCome } = await openWithoutApp(phone);
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
  await letAppCome();
  await expect(phone.locator('.cm-content')).toContainText('Start coding here', { timeout: 30_000 });
  expect(joins).toEqual(['{"candidate_name":"Ada Lovelace"}']);

  await phone.reload();
  await expect(phone.locator('.cm-content')).toContainText('Start coding here', { timeout: 30_000 });
  expect(joins).toHaveLength(1);
});

test('who is typing when the app arrives types on in the same field', async ({ phone }) => {
  const { joins, letAppCome } = await openWithoutApp(phone);
  // Keys go where the focus is, and a card that is not shown yet has none.
  await expect(field(phone)).toBeFocused();
  await phone.keyboard.type('Ada L');
  await field(phone).evaluate((input: HTMLInputElement) => input.setSelectionRange(3, 3));
  const before = await field(phone).elementHandle();
  await letAppCome();
  await expect(phone.getByRole('region', { name: 'Is this device ready?' })).toBeVisible();
  expect(await field(phone).evaluate((input, other) => input === other, before)).toBe(true);
  await expect(field(phone)).toBeFocused();
  await phone.keyboard.type(' B.');
  await expect(field(phone)).toHaveValue('Ada B. L');
  await button(phone).click();
  await expect(phone.locator('.cm-content')).toContainText('Start coding here', { timeout: 30_000 });
  expect(joins).toEqual(['{"candidate_name":"Ada B. L"}']);
});

test('a join that fails before the app is here says so on the card, and can be repeated', async ({
  phone,
  problems,
}) => {
  const { joins, letAppCome } = await openWithoutApp(phone);
  await phone.route('**/join', (route) => route.fulfill({ status: 500, json: {} }), { times: 1 });
  await field(phone).fill('Ada Lovelace');
  await button(phone).click();
  await letAppCome();
  await expect(phone.getByRole('alert')).toHaveText('Failed to join session. Please try again.');
  await expect(field(phone)).toHaveValue('Ada Lovelace');
  expect(joins).toHaveLength(1);
  await button(phone).click();
  await expect(phone.locator('.cm-content')).toContainText('Start coding here', { timeout: 30_000 });
  expect(joins).toHaveLength(2);
  expect(problems.splice(0)).toEqual([expect.stringContaining('500')]);
});

test('the card is for interviews that run, and for people nobody knows yet', async ({ phone, laptop }) => {
  const { roomCode, call, letAppCome } = await openWithoutApp(phone);
  await expect(field(phone)).toBeVisible();
  await letAppCome();
  await joinAsCandidate(phone, `/codeshare/${roomCode}`, 'Ada Lovelace');

  // The same link on the device that is in the room.
  const letItComeAgain = await holdApp(phone);
  const look = phone.waitForResponse(`**/api/public/session/${roomCode}`);
  await phone.reload({ waitUntil: 'commit' });
  await (await look).finished();
  await expect(phone.locator('#root')).toBeHidden();
  await letItComeAgain();
  await expect(phone.locator('.cm-content')).toContainText('Start coding here', { timeout: 30_000 });

  // An interview that is over.
  await call('POST', `/interview-sessions/end-by-room/${roomCode}`);
  const letItComeElsewhere = await holdApp(laptop);
  const lookElsewhere = laptop.waitForResponse(`**/api/public/session/${roomCode}`);
  await laptop.goto(`/codeshare/${roomCode}`, { waitUntil: 'commit' });
  await (await lookElsewhere).finished();
  await expect(laptop.locator('#root')).toBeHidden();
  await letItComeElsewhere();
  await expect(laptop.getByRole('alertdialog', { name: 'Session Ended' })).toBeVisible();
});

test.describe('on a device that keeps the app', () => {
  test.use({ serviceWorkers: 'allow' });

  test('the interview is asked for once, while its page is still made', async ({ page }) => {
    const { roomCode, letAppCome } = await openWithoutApp(page);
    await letAppCome();
    await expect(field(page)).toBeVisible();
    await whenKept(page);
    const looks: string[] = [];
    page.context().on('request', (request) => {
      if (request.url().endsWith(`/api/public/session/${roomCode}`))
        looks.push(request.serviceWorker() ? 'worker' : 'page');
    });
    await page.reload();
    await expect(field(page)).toBeFocused();
    // The page's own question is answered with what the worker has asked.
    expect(looks).toEqual(['worker', 'page']);
  });
});
