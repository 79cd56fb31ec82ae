import { setTimeout } from 'node:timers/promises';
import type { Interview } from '@cip/contracts/interviews/interviews';
import { newRoom } from '../support/accounts.ts';
import { expect, test } from '../support/fixtures.ts';
import { layoutShift } from '../support/layout-shift.ts';
import { makeWorld } from '../support/world.ts';
import { openPages } from '../walkthrough/walkthrough.ts';

const LONG_NAME = 'Maximiliane von Hausenberger-Wollgersdorff zu Obernußdorf-Ost';
/** How long the list takes to arrive, so that its placeholder is seen (ms). */
const SLOW_MS = 600;
/** The height of a row, and how far it may be off (CSS pixels). */
const ROW_PX = 56;
const ROW_SLACK_PX = 2;
/** The height of a card with two lines (CSS pixels). */
const CARD_PX = 68;
/** The largest layout shift of the page while its list loads. */
const SHIFT_MAX = 0.02;

test(
  'moves nothing while a full list loads, and keeps long names on one line',
  { tag: '@long' },
  async ({ browser, baseURL }) => {
    const world = await makeWorld(baseURL ?? '');
    const pages = openPages(browser, { baseURL: baseURL ?? '', viewport: { width: 1440, height: 900 } });
    const page = await pages.open(world.owner);
    await page.route(/\/interview-sessions\?page=1$/, async (route) => {
      const reply = await route.fetch();
      const { data } = (await reply.json()) as { data: Interview[] };
      const [like] = data.filter(({ status }) => status === 'completed');
      const twelve = Array.from({ length: 12 }, (_, index) => ({
        ...like,
        id: `${index}`,
        room_code: newRoom(),
        candidate_name: LONG_NAME,
      }));
      await setTimeout(SLOW_MS);
      await route.fulfill({ json: { data: twelve, current_page: 1, last_page: 1, total: 12 } });
    });

    for (const [width, height, rowsInView] of [
      [1440, 900, 8],
      [820, 1180, 10],
      [390, 844, 0],
    ] as const)
      await test.step(`at ${width} pixels`, async () => {
        await page.setViewportSize({ width, height });
        await page.goto('/sessions');
        const isTable = width >= 720;
        const rows = page.getByRole(isTable ? 'row' : 'listitem').filter({ hasText: LONG_NAME });
        await expect(rows).toHaveCount(12);
        expect(await layoutShift(page)).toBeLessThan(SHIFT_MAX);
        const boxes = await rows.evaluateAll((all) =>
          all.map((row) => row.getBoundingClientRect().toJSON() as DOMRect),
        );
        if (isTable) for (const box of boxes) expect(Math.abs(box.height - ROW_PX)).toBeLessThanOrEqual(ROW_SLACK_PX);
        else for (const box of boxes) expect(box.height).toBeLessThanOrEqual(CARD_PX);
        expect(boxes.filter(({ bottom }) => bottom <= height).length).toBeGreaterThanOrEqual(rowsInView);
        await expect(rows.first().getByTitle(LONG_NAME)).toBeVisible();
      });
    await pages.done();
    await world.close();
  },
);
