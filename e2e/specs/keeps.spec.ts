import { whenUnsentOnDevice } from '../support/device-database.ts';
import { expect, test } from '../support/fixtures.ts';
import {
  expectCode,
  joinAsCandidate,
  newCompany,
  openInterview,
  registerOnFreePlan,
  startInterview,
  typeAtEnd,
} from '../support/steps.ts';

test('keeps an unsent line through a reload, and sends it by Enter', { tag: '@long' }, async ({ laptop, phone }) => {
  const roomCode = await openInterview(laptop);
  await joinAsCandidate(phone, `/codeshare/${roomCode}`, 'Ada Lovelace');
  await typeAtEnd(phone, '\n-- half a line');
  await whenUnsentOnDevice(phone, '-- half a line');
  await phone.reload();
  await expect(phone.getByText('Connected', { exact: true })).toBeVisible({ timeout: 30_000 });
  await expectCode(phone, '-- half a line');
  await typeAtEnd(phone, ' and the rest\n');
  await expectCode(laptop, '-- half a line and the rest');
});

test('undoes only one’s own edits', { tag: '@long' }, async ({ laptop, phone }) => {
  const roomCode = await openInterview(laptop);
  await joinAsCandidate(phone, `/codeshare/${roomCode}`, 'Ada Lovelace');
  await typeAtEnd(phone, '\nSELECT 1; -- from the phone\n');
  await expectCode(laptop, 'from the phone');
  await typeAtEnd(laptop, 'SELECT 2; -- from the laptop\n');
  await expectCode(phone, 'from the laptop');
  for (let press = 0; press < 4; press++) await laptop.keyboard.press('Control+z');
  await expectCode(laptop, 'from the phone');
  await expect.poll(() => laptop.locator('.monaco-editor .view-lines').innerText()).not.toContain('laptop');
});

test(
  'shows Disconnected without a network, preserves the text, and reconnects',
  { tag: '@long' },
  async ({ laptop, phone, problems }) => {
    const roomCode = await openInterview(laptop);
    await joinAsCandidate(phone, `/codeshare/${roomCode}`, 'Ada Lovelace');
    await phone.context().setOffline(true);
    await expect(phone.getByText('Disconnected', { exact: true })).toBeVisible();
    // Nothing of the save state shows from under the notice.
    await expect(phone.getByRole('button', { name: 'Reconnect' })).toBeVisible();
    await expect(phone.locator('main [class*="_float_"]')).toBeHidden();
    await typeAtEnd(laptop, '\n-- while the phone was away\n');
    await phone.context().setOffline(false);
    await expect(phone.getByText('Connected', { exact: true })).toBeVisible({ timeout: 30_000 });
    await expectCode(phone, '-- while the phone was away');
    // The browser logs that it is offline; nothing else may be logged.
    const others = problems.filter((problem) => !problem.includes('ERR_INTERNET_DISCONNECTED'));
    problems.splice(0, problems.length, ...others);
  },
);

test.describe('on an unsteady network', () => {
  test.use({ expectedProblems: /ERR_INTERNET_DISCONNECTED/ });

  test('opens a room although its files fail to load at first', { tag: '@long' }, async ({ laptop, phone }) => {
    await registerOnFreePlan(laptop, newCompany());
    const failed: string[] = [];
    for (const page of [laptop, phone]) {
      // By type, because a slow device requests the style sheets long after the scripts.
      const back = new Map<string, number>();
      await page.route(/\/assets\/ed\/room\/.*\.(css|js)$/, async (route) => {
        const { pathname } = new URL(route.request().url());
        const type = pathname.slice(pathname.lastIndexOf('.'));
        const now = performance.now();
        if (!back.has(type)) back.set(type, now + 1_500);
        if (now > (back.get(type) ?? 0)) return route.continue();
        failed.push(`${page === phone ? 'phone' : 'laptop'} ${pathname}`);
        await route.abort('internetdisconnected');
      });
    }
    const roomCode = await startInterview(laptop);
    await joinAsCandidate(phone, `/codeshare/${roomCode}`, 'Ada Lovelace');
    for (const device of ['laptop', 'phone'])
      for (const type of ['css', 'js'])
        expect(failed).toContainEqual(expect.stringMatching(new RegExp(`^${device} .*\\.${type}$`)));
    for (const page of [laptop, phone]) {
      const bar = page.getByRole('banner');
      expect(await bar.evaluate((element) => getComputedStyle(element).display), 'its style sheet is here').toBe(
        'flex',
      );
    }
  });
});
