import type { Locator } from '@playwright/test';
import { registerOnPlan, visitor } from '../support/accounts.ts';
import { expect, test } from '../support/fixtures.ts';
import { newCompany } from '../support/steps.ts';
import { makeWorld } from '../support/world.ts';
import { openPages } from '../walkthrough/walkthrough.ts';

const LONG = { tag: '@long' };
/** Rounding of a line's edge (CSS pixels). */
const SLACK_PX = 1;
/** The left edge of a page's texts in a window of 1440 pixels (CSS pixels). */
const EDGE_PX = 160;
/** What is narrower is for screen readers only (CSS pixels). */
const SEEN_PX = 2;

/** Returns the left edges of the first button's words of each line of a row. */
const edgesOf = (row: Locator) =>
  row.evaluate((element) => {
    const lines = new Map<number, number>();
    for (const button of element.querySelectorAll<HTMLElement>(':scope > :is(button, a)')) {
      const isFramed = Number.parseFloat(getComputedStyle(button).borderTopWidth) > 0;
      const range = document.createRange();
      range.selectNodeContents(button);
      const { left } = (isFramed ? button : range).getBoundingClientRect();
      const top = Math.round(button.getBoundingClientRect().top);
      lines.set(top, Math.min(lines.get(top) ?? Infinity, left));
    }
    return [...lines.values()];
  });

test('aligns quiet buttons with the text above, on every line', LONG, async ({ browser, baseURL }) => {
  const world = await makeWorld(baseURL ?? '');
  const pages = openPages(browser, { baseURL: baseURL ?? '', viewport: { width: 1440, height: 900 } });
  const page = await pages.open(world.owner);
  for (const width of [320, 390, 1440])
    for (const room of [world.rooms.completed, world.rooms.scheduled])
      await test.step(`${room} at ${width} pixels`, async () => {
        await page.setViewportSize({ width, height: 900 });
        await page.goto(`/sessions?session=${room}`);
        const sheet = page.getByRole('dialog', { name: 'Session details' });
        const last = sheet.getByRole('button', { name: 'Export data' }).locator('..');
        const text = (await sheet.getByText('Room Code', { exact: true }).boundingBox())?.x ?? 0;
        for (const edge of await edgesOf(last)) expect(Math.abs(edge - text)).toBeLessThanOrEqual(SLACK_PX);
      });
  await pages.done();
  await world.close();
});

test('never breaks a figure of the dashboard inside a word', LONG, async ({ browser, baseURL, request }) => {
  const { owner } = await registerOnPlan(request, newCompany(), 'paid');
  const world = await makeWorld(baseURL ?? '');
  for (const [account, value] of [
    [world.newcomer, 'INACTIVE'],
    [visitor(owner), 'Professional'],
  ] as const) {
    const pages = openPages(browser, { baseURL: baseURL ?? '' });
    const page = await pages.open(account);
    await page.goto('/dashboard');
    await expect(page.locator('dd').getByText(value, { exact: true })).toBeVisible();
    for (const width of [320, 390, 820]) {
      await page.setViewportSize({ width, height: 900 });
      const lines = await page.locator('dt + dd:has(+ dd)').evaluateAll((figures) =>
        figures.map((figure) => {
          const range = document.createRange();
          range.selectNodeContents(figure);
          return [figure.textContent, range.getClientRects().length];
        }),
      );
      expect(lines).toHaveLength(4);
      expect(lines.filter(([, count]) => count !== 1)).toEqual([]);
    }
    await pages.done();
  }
  await world.close();
});

test('has one edge of text, and buttons of one height per size', LONG, async ({ browser, baseURL }) => {
  const world = await makeWorld(baseURL ?? '');
  const id = await world.addQuestion('Parcels');
  const pages = openPages(browser, { baseURL: baseURL ?? '', viewport: { width: 1440, height: 900 } });
  const page = await pages.open(world.owner);
  for (const address of [
    '/dashboard',
    '/sessions',
    '/questions',
    `/questions/${id}`,
    '/interviewers',
    '/settings',
    '/subscription-plans',
  ])
    await test.step(address, async () => {
      await page.goto(address);
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
      await page.waitForLoadState('networkidle');
      const main = page.getByRole('main');
      const edge = await main.evaluate((element, seenPx) => {
        const range = document.createRange();
        const walker = document.createTreeWalker(element, NodeFilter.SHOW_TEXT);
        let left = Infinity;
        while (walker.nextNode()) {
          range.selectNodeContents(walker.currentNode);
          const box = range.getBoundingClientRect();
          if (box.width > seenPx) left = Math.min(left, box.left);
        }
        return left;
      }, SEEN_PX);
      // A title behind an arrow is not the first text, because its section is below it.
      expect(Math.abs(edge - EDGE_PX)).toBeLessThanOrEqual(SLACK_PX);
      const heights = await main
        .locator('.MuiButton-root')
        .evaluateAll((buttons) => [...new Set(buttons.map((button) => button.getBoundingClientRect().height))]);
      expect(heights.filter((height) => ![32, 36, 44].includes(height))).toEqual([]);
    });
  await pages.done();
  await world.close();
});

test('scrolls nowhere sideways on the narrowest phone and at 200 % zoom', LONG, async ({ browser, baseURL }) => {
  const world = await makeWorld(baseURL ?? '');
  const id = await world.addQuestion('Parcels');
  const room = await world.startRoom();
  const owned = [
    '/dashboard',
    '/sessions',
    ...Object.values(world.rooms).map((code) => `/sessions?session=${code}`),
    '/questions',
    `/questions/${id}`,
    '/interviewers',
    '/settings',
    '/subscription-plans',
    `/editor?room=${room}`,
  ];
  const open = [
    '/',
    '/login',
    '/register',
    '/try',
    '/verify',
    '/privacy',
    '/terms',
    `/codeshare/${room}`,
    ...Object.values(world.rooms).map((code) => `/codeshare/${code}`),
  ];
  for (const viewport of [
    { width: 320, height: 700 },
    // A laptop of 1440 × 900.
    { width: 720, height: 450 },
  ]) {
    const pages = openPages(browser, { baseURL: baseURL ?? '', viewport });
    const [signedIn, visiting] = [await pages.open(world.owner), await pages.open()];
    for (const [page, addresses] of [
      [signedIn, owned],
      [visiting, open],
    ] as const)
      for (const address of addresses)
        await test.step(`${address} at ${viewport.width} pixels`, async () => {
          await page.goto(address);
          // Not by its role, which it has not behind a dialog.
          await expect(page.locator('h1').first()).toBeVisible();
          await page.waitForLoadState('networkidle');
          expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(viewport.width);
        });
    await pages.done();
  }
  await world.endRoom(room);
  await world.close();
});

test('shows choices on one line, or one below the other, on a narrow phone', LONG, async ({ browser, baseURL }) => {
  const world = await makeWorld(baseURL ?? '');
  const pages = openPages(browser, { baseURL: baseURL ?? '', viewport: { width: 320, height: 700 } });
  const page = await pages.open(world.owner);
  for (const [section, name] of [
    ['rules', 'AI rule'],
    ['visibility', 'Who can see sessions'],
  ] as const) {
    await page.goto(`/settings#${section}`);
    const choices = page.getByRole('group', { name });
    await expect(choices).toBeVisible();
    const tops = await choices
      .locator('label')
      .evaluateAll((all) => all.map((label) => label.getBoundingClientRect().top));
    expect([1, tops.length]).toContain(new Set(tops).size);
  }
  await pages.done();
  await world.close();
});
