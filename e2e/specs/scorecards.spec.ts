import { request } from '@playwright/test';
import type { Page } from '@playwright/test';
import type { Interview } from '@cip/contracts/interviews/interviews';
import { addInterviewer, newRoom, PASSWORD, putStorage, registerOnPlan, visitor } from '../support/accounts.ts';
import { violations } from '../support/accessibility.ts';
import { expect, test } from '../support/fixtures.ts';
import { goOffline, whenEngineKept, whenKept } from '../support/installed.ts';

// Without a network, requests fail.
test.use({ expectedProblems: /ERR_INTERNET_DISCONNECTED|ERR_FAILED|Failed to load resource|WebSocket connection/ });

const INES_NOTE = 'Asked about nulls first';
const INES_EVIDENCE = 'Named the limits before she began';
const OTTO_NOTE = 'Talked me through every line';
const OTTO_EVIDENCE = 'Did not ask about the empty table';

test(
  'hides the scorecards of two interviewers from each other, one without a network, until the owner decides',
  { tag: '@long' },
  async ({ laptop, phone, browser, baseURL, picture }) => {
    const api = await request.newContext({ baseURL: baseURL ?? '' });
    const email = `owner-${Date.now()}@example.com`;
    const { owner, as } = await registerOnPlan(api, { name: 'Analytical Engines', email, password: PASSWORD });
    const [ines, otto] = [await addInterviewer(api, as, 'Ines'), await addInterviewer(api, as, 'Otto')];
    const { session } = (await as('POST', '/interview-sessions/quick-start', { room_code: newRoom() })) as {
      session: Interview;
    };
    const card = `/sessions/${session.id}`;
    await putStorage(laptop, visitor(ines));
    await putStorage(phone, visitor(otto));
    const [sentToInes, sentToOtto] = [received(laptop), received(phone)];

    await test.step('both take notes in the room, and go on typing code', async () => {
      for (const page of [laptop, phone]) {
        await page.goto(`/editor?room=${session.room_code}`);
        await expect(page.getByText('Connected', { exact: true })).toBeVisible({ timeout: 30_000 });
      }
      await laptop.getByRole('button', { name: 'My notes' }).focus();
      await laptop.keyboard.press('Enter');
      const notes = laptop.getByRole('textbox', { name: 'My notes' });
      await expect(notes).toBeFocused();
      await laptop.keyboard.type(INES_NOTE);
      await expect(laptop.getByText('Draft saved')).toBeVisible();
      expect(await violations(laptop)).toEqual([]);
      await expect(notes).toHaveAccessibleDescription(/F2 moves to the code/);
      await laptop.keyboard.press('F2');
      const code = laptop.getByRole('textbox', { name: 'Code editor' });
      await expect(code).toBeFocused();
      await expect(code).toHaveAccessibleDescription(/F2 moves to your notes/);
      await laptop.keyboard.type('-- beside the notes\n');
      await expect(phone.getByText('-- beside the notes')).toBeVisible();
      await expect(notes).toHaveValue(INES_NOTE);
      await picture(laptop, '1 notes in the room');
      await laptop.keyboard.press('F2');
      await expect(notes).toBeFocused();
      await laptop.keyboard.press('Escape');
      await expect(notes).toHaveCount(0);
      await expect(laptop.getByRole('button', { name: 'My notes' })).toBeFocused();

      await phone.getByRole('button', { name: 'More' }).click();
      await phone.getByRole('menuitem', { name: 'My notes' }).click();
      await expect(phone.getByRole('textbox', { name: 'My notes' })).toBeFocused();
      await phone.keyboard.type(OTTO_NOTE);
      await expect(phone.getByText('Draft saved')).toBeVisible();
      const [sheet, room] = [
        await phone.getByRole('complementary').boundingBox(),
        await phone.locator('main').boundingBox(),
      ];
      expect(sheet?.height).toBeCloseTo((room?.height ?? 0) / 2, -1);
      expect(await violations(phone)).toEqual([]);
      await picture(phone, '2 notes on a phone');
      await as('POST', `/interview-sessions/end-by-room/${session.room_code}`);
    });

    await test.step('one writes the card without a network, and it arrives once', async () => {
      await phone.goto(card);
      await expect(phone.getByRole('textbox', { name: 'My notes' })).toHaveValue(OTTO_NOTE);
      await phone.context().setOffline(true);
      await phone.getByRole('button', { name: 'Next' }).click();
      await phone.getByText('1', { exact: true }).click();
      for (let step = 0; step < 4; step++) await phone.getByRole('button', { name: 'Next' }).click();
      await phone.getByText('No', { exact: true }).click();
      await phone.getByRole('button', { name: 'Submit scorecard' }).click();
      // Submit leads to the missing evidence.
      await expect(phone.getByLabel(/^Evidence/)).toBeFocused();
      await expect(phone.getByLabel(/^Evidence/)).toBeInViewport({ ratio: 1 });
      await phone.getByLabel(/^Evidence/).fill(OTTO_EVIDENCE);
      expect(await violations(phone)).toEqual([]);
      await picture(phone, '3 a criterion on a phone');
      for (let step = 0; step < 4; step++) await phone.getByRole('button', { name: 'Next' }).click();
      await phone.getByRole('button', { name: 'Submit scorecard' }).click();
      await expect(phone.getByText('Will be submitted when you are online')).toBeVisible({ timeout: 10_000 });
      expect(await violations(phone)).toEqual([]);
      await picture(phone, '4 submitted offline');
      await phone.context().setOffline(false);
      await expect(phone.getByRole('heading', { name: 'Debrief' })).toBeVisible({ timeout: 30_000 });
      await phone.getByText('Summary and notes (1)').click();
      await expect(phone.getByRole('listitem').filter({ hasText: OTTO_NOTE })).toHaveCount(1);
      await expect(phone.getByRole('definition').filter({ hasText: OTTO_EVIDENCE })).toHaveCount(1);
      const seen = await sentToOtto();
      expect(seen).toContain(OTTO_NOTE);
      expect(seen).not.toContain(INES_NOTE);
    });

    await test.step('the other reads nothing before submitting', async () => {
      for (const way of [
        '/dashboard',
        '/sessions',
        `/sessions?session=${session.room_code}`,
        `${card}/playback`,
        card,
      ]) {
        await laptop.goto(way);
        await expect(laptop.getByRole('heading').first()).toBeVisible();
        await laptop.waitForLoadState('networkidle');
      }
      await expect(laptop.getByText('1 of 2 scorecards submitted')).toBeVisible();
      await expect(laptop.getByLabel('My notes')).toHaveValue(INES_NOTE);
      const seen = await sentToInes();
      expect(seen).toContain(INES_NOTE);
      expect(seen).not.toContain(OTTO_NOTE);
      expect(seen).not.toContain(OTTO_EVIDENCE);
    });

    await test.step('the other fills in the card by keyboard', async () => {
      await expect(laptop.getByLabel('My notes')).toBeFocused();
      await expect(laptop.getByRole('region', { name: 'Final code' })).toContainText('-- beside the notes');
      await laptop.keyboard.press('Tab');
      await laptop.keyboard.press('ArrowLeft');
      await laptop.keyboard.press('ArrowLeft');
      await expect(laptop.getByRole('radio', { name: /^4/ }).first()).toBeChecked();
      await laptop.keyboard.press('Tab');
      await laptop.keyboard.type(INES_EVIDENCE);
      await laptop.getByText('Yes', { exact: true }).click();
      expect(await violations(laptop)).toEqual([]);
      await picture(laptop, '5 the card');
      await laptop.getByRole('button', { name: 'Submit scorecard' }).press('Enter');
      await expect(laptop.getByText(OTTO_EVIDENCE)).toBeVisible();
      await expect(laptop.getByRole('heading', { name: 'Debrief' })).toBeFocused();
      expect(await violations(laptop)).toEqual([]);
    });

    await test.step('the owner sees the difference and decides', async () => {
      const context = await browser.newContext({ baseURL: baseURL ?? '', viewport: { width: 1440, height: 900 } });
      const page = await context.newPage();
      await putStorage(page, visitor(owner));
      await page.goto(card);
      await expect(page.getByText('3 apart')).toBeVisible();
      await page.getByText('Hold', { exact: true }).click();
      await page.getByLabel('Reason').fill('Talk about the empty table again.');
      await page.getByRole('button', { name: 'Save decision' }).click();
      await expect(page.getByText(/^Hold, by Analytical Engines/)).toBeVisible();
      expect(await violations(page)).toEqual([]);
      await picture(page, '6 the debrief');
      await expectPaper(page);
      await page.goto('/sessions');
      await expect(page.getByText('Hold · 2 of 2 scorecards', { exact: true })).toBeVisible();
      await picture(page, '7 the list');
      await page.setViewportSize({ width: 390, height: 844 });
      await picture(page, '8 the list on a phone');
      await page.goto(card);
      await expect(page.getByText('3 apart')).toBeVisible();
      for (const width of [390, 320]) {
        await page.setViewportSize({ width, height: 844 });
        expect(await sidewaysScroll(page)).toEqual([]);
      }
      await picture(page, '9 the debrief on a phone');
      await context.close();
    });
    await api.dispose();
  },
);

test(
  'delivers the end of an interview and its card, written, opened again and submitted without a network, once and in order',
  { tag: '@long' },
  async ({ browser, baseURL }) => {
    const context = await browser.newContext({ serviceWorkers: 'allow', ...(baseURL && { baseURL }) });
    const page = await context.newPage();
    const email = `owner-${Date.now()}-away@example.com`;
    const { owner, as } = await registerOnPlan(page.request, { name: 'Analytical Engines', email, password: PASSWORD });
    const { session } = (await as('POST', '/interview-sessions/quick-start', { room_code: newRoom() })) as {
      session: Interview;
    };
    await putStorage(page, visitor(owner));
    await page.goto(`/editor?room=${session.room_code}`);
    await expect(page.getByText('Connected', { exact: true })).toBeVisible({ timeout: 30_000 });
    await page.keyboard.press('F2');
    await page.getByRole('textbox', { name: 'My notes' }).fill(INES_NOTE);
    await expect(page.getByText('Draft saved')).toBeVisible();
    await whenKept(page);
    await whenEngineKept(page, 'monaco');

    await goOffline(context);
    await page.getByRole('button', { name: 'End', exact: true }).click();
    await page.getByRole('alertdialog').getByRole('button', { name: 'End' }).click();
    await expect(page.getByRole('heading', { name: 'My scorecard' })).toBeVisible();
    await page.getByRole('group', { name: 'Writes working code' }).getByText('3', { exact: true }).click();
    await page.getByLabel('Evidence: Writes working code').fill(INES_EVIDENCE);
    await expect(page.getByText('Saved on this device, waiting to sync')).toBeVisible();
    await page.goto(`/sessions/${session.id}`);
    await expect(page.getByLabel('My notes')).toHaveValue(INES_NOTE);
    await expect(page.getByLabel('Evidence: Writes working code')).toHaveValue(INES_EVIDENCE);
    await page.getByText('Yes', { exact: true }).click();
    await page.getByRole('button', { name: 'Submit scorecard' }).click();
    await expect(page.getByText('Will be submitted when you are online')).toBeVisible();

    const delivered: string[] = [];
    page.on('response', (reply) => {
      const call = /(end-by-room|scorecard\/submit|scorecard$)/.exec(new URL(reply.url()).pathname)?.[1];
      if (call && reply.ok()) delivered.push(call);
    });
    await context.setOffline(false);
    await expect(page.getByRole('heading', { name: 'Debrief' })).toBeVisible({ timeout: 30_000 });
    await expect(page.getByRole('cell', { name: INES_EVIDENCE })).toHaveCount(1);
    expect(delivered).toEqual(['end-by-room', 'scorecard', 'scorecard/submit']);
    await context.close();
  },
);

test(
  'fits a whole scorecard beside the code on a laptop, and shows the meaning of one grade a row',
  { tag: '@long' },
  async ({ laptop }) => {
    const email = `owner-${Date.now()}-card@example.com`;
    const { owner, as } = await registerOnPlan(laptop.request, { name: 'Engines', email, password: PASSWORD });
    const { session } = (await as('POST', '/interview-sessions/quick-start', { room_code: newRoom() })) as {
      session: Interview;
    };
    await putStorage(laptop, visitor(owner));
    await laptop.goto(`/editor?room=${session.room_code}`);
    await expect(laptop.getByText('Connected', { exact: true })).toBeVisible({ timeout: 30_000 });
    await as('POST', `/interview-sessions/end-by-room/${session.room_code}`);
    await laptop.setViewportSize({ width: 1440, height: 900 });
    await laptop.goto('/dashboard');
    // The whole row leads there, not only the name.
    const row = laptop.getByRole('region', { name: '1 scorecard to write' }).getByRole('listitem');
    const box = await row.boundingBox();
    await laptop.mouse.click((box?.x ?? 0) + (box?.width ?? 0) / 2, (box?.y ?? 0) + (box?.height ?? 0) / 2);
    await expect(laptop).toHaveURL(`/sessions/${session.id}`);
    await expect(laptop.getByRole('region', { name: 'Final code' })).toBeInViewport();

    const criterion = laptop.getByRole('group', { name: 'Writes working code' });
    const meanings = criterion.locator('span[id$=meaning]');
    const shown = () => meanings.filter({ visible: true }).allTextContents();
    expect(await shown()).toEqual([]);
    const [first, , , last] = await meanings.allTextContents();
    const height = (await criterion.boundingBox())?.height;
    await criterion.getByText('1', { exact: true }).hover();
    expect(await shown()).toEqual([first]);
    expect((await criterion.boundingBox())?.height).toBe(height);
    await laptop.getByLabel('My notes').hover();
    await criterion.getByRole('radio').first().focus();
    expect(await shown()).toEqual([first]);
    await laptop.keyboard.press('4');
    await laptop.getByLabel('My notes').focus();
    expect(await shown()).toEqual([last]);

    for (const group of await laptop.getByRole('group').filter({ hasText: 'Not seen' }).all())
      await group.getByText('3', { exact: true }).click();
    await expect(laptop.getByLabel(/^Evidence/)).toHaveCount(4);
    const card = await laptop.locator('#own-card + div').boundingBox();
    expect(card?.height).toBeLessThanOrEqual(1_000);
    expect(await violations(laptop)).toEqual([]);
  },
);

/** Expects that a debrief prints on two pages at most, without the bar and the buttons of the screen. */
async function expectPaper(page: Page): Promise<void> {
  await page.emulateMedia({ media: 'print' });
  await page.evaluate(() => dispatchEvent(new Event('beforeprint')));
  await expect(page.getByRole('article')).toBeVisible();
  await expect(page.getByRole('banner').or(page.getByRole('button')).filter({ visible: true })).toHaveCount(0);
  await page.evaluate(() => dispatchEvent(new Event('afterprint')));
  await page.emulateMedia({ media: null });
  const file = (await page.pdf({ format: 'A4' })).toString('latin1');
  expect(file.match(/\/Type ?\/Page\b/g)?.length).toBeLessThanOrEqual(2);
}

/** Returns the elements whose content is wider than they are, the page's included. */
function sidewaysScroll(page: Page): Promise<string[]> {
  return page.evaluate(() =>
    [...document.querySelectorAll<HTMLElement>('html, main, main *')]
      .filter((node) => node.scrollWidth > node.clientWidth)
      .filter((node) => node.tagName === 'HTML' || /auto|scroll/.test(getComputedStyle(node).overflowX))
      .map((node) => `${node.tagName} ${node.textContent?.slice(0, 40)}`),
  );
}

/** Collects every reply and socket message that a page gets from the server. */
function received(page: Page): () => Promise<string> {
  const replies: Promise<string>[] = [];
  const frames: string[] = [];
  page.on('response', (response) => {
    if (response.url().includes('/api/')) replies.push(response.text().catch(() => ''));
  });
  page.on('websocket', (socket) => socket.on('framereceived', ({ payload }) => frames.push(String(payload))));
  return async () => [...(await Promise.all(replies)), ...frames].join('\n');
}
