import type { Locator } from '@playwright/test';
import { expect, test } from '../support/fixtures.ts';
import { makeWorld } from '../support/world.ts';
import { openPages } from '../walkthrough/walkthrough.ts';

const LONG = { tag: '@long' };
/** Rounding of a line's edge (CSS pixels). */
const SLACK_PX = 1;

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
