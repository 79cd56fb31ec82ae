import { expect, test } from '../support/fixtures.ts';
import { makeWorld } from '../support/world.ts';
import { openPages } from '../walkthrough/walkthrough.ts';

/** The height of a row, and how far it may be off (CSS pixels). */
const ROW_PX = 56;
const ROW_SLACK_PX = 2;
/** Lines of code that a review shows without scrolling. */
const LINES = 8;
/** The least space between two labels of the tab bar (CSS pixels). */
const LABEL_GAP_PX = 4;

test(
  'links every screen, keeps sessions one click away, and shows the code of a review first',
  { tag: '@long' },
  async ({ browser, baseURL }) => {
    const world = await makeWorld(baseURL ?? '');
    const roomCode = await world.startRoom();
    const pages = openPages(browser, { baseURL: baseURL ?? '', viewport: { width: 1440, height: 900 } });
    const page = await pages.open(world.owner);

    await test.step('from each screen to each other', async () => {
      const screens = ['Dashboard', 'Sessions', 'Interviewers', 'Settings'];
      await page.goto('/dashboard');
      const main = page.getByRole('navigation', { name: 'Main' });
      for (const name of [...screens.toReversed(), ...screens]) {
        await main.getByRole('link', { name }).click();
        await expect(page).toHaveURL(`/${name.toLowerCase()}`);
        await expect(main.getByRole('link', { name })).toHaveAttribute('aria-current', 'page');
      }
      await page.goto('/login');
      await expect(page).toHaveURL('/dashboard');
      await expect(page).toHaveTitle('Dashboard · Code Interview Platform');
      const [tab] = await Promise.all([
        page.context().waitForEvent('page'),
        main.getByRole('link', { name: 'Sessions' }).click({ modifiers: ['ControlOrMeta'] }),
      ]);
      await expect(tab).toHaveURL('/sessions');
      await tab.close();
    });

    for (const viewport of [
      { width: 1440, height: 900 },
      { width: 390, height: 844 },
    ])
      await test.step(`at ${viewport.width} pixels`, async () => {
        await page.setViewportSize(viewport);
        await page.goto('/dashboard');
        const live = page.getByRole('region', { name: 'Live now' });
        await expect(live.getByRole('link', { name: /^Join/ })).toBeInViewport({ ratio: 1 });
        await page.goto('/sessions');
        const row = page.getByRole(viewport.width > 720 ? 'row' : 'listitem').filter({ hasText: 'Grace Hopper' });
        if (viewport.width > 720)
          expect(Math.abs(((await row.boundingBox())?.height ?? 0) - ROW_PX)).toBeLessThanOrEqual(ROW_SLACK_PX);
        // The row itself opens the details, also beside the name.
        const chip = await row.getByText('COMPLETED').boundingBox();
        await page.mouse.click((chip?.x ?? 0) + 4, (chip?.y ?? 0) + 4);
        await expect(page).toHaveURL(/\/sessions\?session=/);
        const code = page.getByRole('region', { name: 'Code preview' });
        await expect(code).toContainText('ORDER BY orders DESC');
        await expect(code.locator('.tok-keyword').first()).toHaveText('SELECT');
        const bottom = await code.evaluate((box, lines) => {
          const height = Number.parseFloat(getComputedStyle(box).lineHeight);
          return box.getBoundingClientRect().top + Number.parseFloat(getComputedStyle(box).paddingTop) + lines * height;
        }, LINES);
        expect(bottom).toBeLessThanOrEqual(viewport.height);
        await page.goBack();
        await expect(page.getByRole('dialog')).toHaveCount(0);
      });

    await test.step('with space between its labels on the narrowest phone', async () => {
      await page.setViewportSize({ width: 320, height: 640 });
      const labels = await page
        .getByRole('navigation', { name: 'Main' })
        .getByRole('link')
        .evaluateAll((links) =>
          links.map((link) => {
            const text = document.createRange();
            text.selectNodeContents(link);
            const { left, right } = text.getBoundingClientRect();
            return { left, right };
          }),
        );
      const gaps = labels.slice(1).map(({ left }, index) => left - (labels[index]?.right ?? 0));
      expect(gaps).toHaveLength(4);
      expect(Math.min(...gaps)).toBeGreaterThanOrEqual(LABEL_GAP_PX);
    });

    await page.setViewportSize({ width: 1440, height: 900 });
    await page.getByRole('link', { name: /^Join/ }).click();
    await expect(page).toHaveURL(`/editor?room=${roomCode}`);
    await pages.done();
    await world.endRoom(roomCode);
    await world.close();
  },
);
