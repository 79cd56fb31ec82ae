import { expect, test } from '../support/fixtures.ts';
import { makeWorld } from '../support/world.ts';
import { openPages } from '../walkthrough/walkthrough.ts';

test('look', async ({ browser, baseURL }) => {
  test.setTimeout(280_000);
  const world = await makeWorld(baseURL ?? '');
  const out = '/tmp/nav-look';
  for (const [w, h, touch] of [
    [1440, 900, false],
    [820, 1180, true],
    [390, 844, true],
  ] as const)
    for (const scheme of (process.env['DARK'] ? ['dark'] : ['light']) as ('light' | 'dark')[]) {
      const pages = openPages(browser, {
        baseURL: baseURL ?? '',
        viewport: { width: w, height: h },
        hasTouch: touch,
        isMobile: touch && w < 500,
      });
      const page = await pages.open(world.owner);
      await page.emulateMedia({ colorScheme: scheme });
      const shot = async (name: string) => {
        await page.waitForTimeout(500);
        await page.screenshot({ path: `${out}/${name}-${w}-${scheme}.png` });
      };
      const room = await world.startRoom();
      await page.goto('/dashboard');
      await expect(page.getByText('Company profile')).toBeVisible();
      await shot('dashboard');
      await page.getByRole('button', { name: /^Start Interview/ }).click();
      await shot('dashboard-limit');
      await page.goto('/sessions');
      await expect(page.getByText('Grace Hopper')).toBeVisible();
      await shot('sessions');
      await page.getByRole('link', { name: 'Grace Hopper', exact: true }).click();
      await expect(page.getByRole('button', { name: 'View Full Code' })).toBeVisible();
      await shot('details');
      await page.goBack();
      await page.getByRole('link', { name: 'Katherine Johnson', exact: true }).click();
      await shot('details-scheduled');
      await page.goto('/settings');
      await expect(page.getByLabel('Company Name')).toBeVisible();
      await shot('settings');
      await page.goto('/interviewers');
      await expect(page.getByText('Maya Okafor')).toBeVisible();
      await shot('interviewers');
      await page.goto('/subscription-plans');
      await shot('plans');
      await page.keyboard.press('Control+k');
      await expect(page.getByRole('combobox')).toBeFocused();
      await shot('palette');
      await page.keyboard.type('grace');
      await shot('palette-grace');
      await world.endRoom(room);
      await world.deleteRoom(room);
      await pages.done();
    }
  await world.close();
});
