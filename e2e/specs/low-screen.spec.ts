import type { Page } from '@playwright/test';
import { violations } from '../support/accessibility.ts';
import { devices } from '../../testkit/devices.ts';
import { newLaptop } from '../support/editors.ts';
import { expect, test, watch } from '../support/fixtures.ts';
import { join, log, runButton, startWith } from '../support/runs.ts';
import { expectCode, joinAsCandidate, openInterview, typeAtEnd } from '../support/steps.ts';

// A font may still load when a test turns the network off.
test.use({ expectedProblems: /ERR_INTERNET_DISCONNECTED/ });

/** Returns the share of the window's height that shows code, in per cent, and the number of whole lines. */
const codeOf = (page: Page) =>
  page.evaluate(() => {
    const code = document.querySelector('.cm-scroller')?.getBoundingClientRect();
    if (!code) throw new Error('There is no code.');
    const lines = [...document.querySelectorAll('.cm-line')].map((line) => line.getBoundingClientRect());
    const whole = lines.filter(({ top, bottom }) => top >= code.top - 0.5 && bottom <= code.bottom + 0.5);
    return { percent: (100 * code.height) / innerHeight, lines: whole.length };
  });

/** Returns whether a part of the cursor's line is outside of the code's area. */
const isCursorCut = (page: Page) =>
  page.evaluate(() => {
    const code = document.querySelector('.cm-scroller')?.getBoundingClientRect();
    const line = document.querySelector('.cm-activeLine')?.getBoundingClientRect();
    return !code || !line || line.top < code.top - 0.5 || line.bottom > code.bottom + 0.5;
  });

test(
  'leaves the space above an open keyboard to the code, and the language in reach',
  { tag: '@long' },
  async ({ laptop, phone, picture }) => {
    const roomCode = await openInterview(laptop);
    await joinAsCandidate(phone, `/codeshare/${roomCode}`, 'Ada Lovelace');
    await typeAtEnd(phone, `${'\n-- a line'.repeat(30)}\n`);
    await expectCode(laptop, '-- a line');

    for (const [width, height, percent, lines] of [
      [390, 470, 85, 12],
      [844, 190, 70, 6],
    ] as const)
      await test.step(`${width} × ${height}`, async () => {
        await phone.setViewportSize({ width, height });
        await expect.poll(() => codeOf(phone).then((code) => code.percent)).toBeGreaterThanOrEqual(percent);
        // The editor scrolls to the cursor a frame after its size changed; until then a line may be cut at either end.
        await expect.poll(() => isCursorCut(phone)).toBe(false);
        await expect.poll(() => codeOf(phone).then((code) => code.lines)).toBeGreaterThanOrEqual(lines);
        const fixed = [phone.getByLabel('Language'), phone.getByRole('button', { name: 'Editor settings' })];
        for (const control of fixed) await expect(control).toBeInViewport({ ratio: 1 });
        await expect(phone.getByText('Connected', { exact: true })).toBeInViewport();
        expect(await violations(phone)).toEqual([]);
        await picture(phone, `${width} × ${height}`);
      });

    await test.step('the whole save state on the smallest phone on its side', async () => {
      await phone.setViewportSize({ width: 320, height: 280 });
      const state = phone.getByTestId('save-state').filter({ visible: true });
      const cut = () => state.evaluate((element) => element.scrollWidth - element.clientWidth);
      await expect(state).toHaveText(/^Saved at/);
      expect(await cut()).toBeLessThanOrEqual(0);
      await phone.keyboard.type('-- held');
      await expect(state).toHaveText('Press Enter to send');
      expect(await cut()).toBeLessThanOrEqual(0);
      await picture(phone, '320 × 280');
      await phone.context().setOffline(true);
      await expect(state).toHaveText('Not synced yet, kept on this device');
      expect(await cut()).toBeLessThanOrEqual(0);
      await picture(phone, '320 × 280 offline');
      await phone.context().setOffline(false);
      await phone.keyboard.press('Enter');
      await expect(state).toHaveText(/^Saved at/);
    });

    await test.step('the whole name of a usual language', async () => {
      await laptop.getByLabel('Language').selectOption('typescript');
      const language = phone.getByLabel('Language');
      await expect(language).toHaveValue('typescript');
      for (const width of [390, 360]) {
        await phone.setViewportSize({ width, height: 640 });
        // Without its bound it is as wide as its name.
        const cut = await language.evaluate((element) => {
          const shown = element.clientWidth;
          element.style.maxWidth = 'none';
          const whole = element.clientWidth;
          element.style.maxWidth = '';
          return whole - shown;
        });
        expect(cut).toBeLessThanOrEqual(0);
        await picture(phone, `${width} × 640`);
      }
    });

    await test.step('a long line wraps', async () => {
      await phone.setViewportSize({ width: 390, height: 844 });
      await phone.keyboard.type(`-- ${'wide '.repeat(30)}`);
      const overflow = await phone
        .locator('.cm-scroller')
        .evaluate((scroller) => scroller.scrollWidth - scroller.clientWidth);
      expect(overflow).toBeLessThanOrEqual(0);
    });
  },
);

test(
  'leaves output and code where they are above the keyboard of a tablet on its side',
  { tag: '@long' },
  async ({ browser, baseURL, problems, laptop }) => {
    const roomCode = await startWith(laptop, 'javascript', 'console.log(6 * 7);\n');
    const viewport = { width: 1280, height: 800 };
    const context = await browser.newContext({ ...devices.tablet, viewport, ...(baseURL && { baseURL }) });
    watch(context, problems, baseURL);
    const tablet = await context.newPage();
    const session = await context.newCDPSession(tablet);
    const screenSize = { screenWidth: viewport.width, screenHeight: viewport.height };
    /** Sets the height that the keyboard leaves to the page; the screen keeps its own. */
    const leaveHeight = (height: number) => {
      const metrics = { ...screenSize, width: viewport.width, height, deviceScaleFactor: 2, mobile: true };
      return session.send('Emulation.setDeviceMetricsOverride', metrics);
    };
    const code = tablet.locator('.cm-content');
    await join(tablet, roomCode);
    await expectCode(tablet, 'console.log(6 * 7);');
    await runButton(tablet).tap();
    await expect(log(tablet)).toContainText('42');

    await code.tap();
    await leaveHeight(380);
    await expect(tablet.getByRole('toolbar')).toBeInViewport();
    await expect(code).toBeFocused();
    await tablet.keyboard.press('Control+End');
    await tablet.keyboard.type('\n// above the keyboard\n');
    await expectCode(tablet, '// above the keyboard');
    await expectCode(laptop, '// above the keyboard');
    await expect(log(tablet)).toBeInViewport();
    await expect(runButton(tablet)).toBeInViewport({ ratio: 1 });

    await tablet.getByRole('button', { name: 'Hide output' }).tap();
    await expect(log(tablet)).toBeHidden();
    await leaveHeight(viewport.height);
    await code.tap();
    await leaveHeight(380);
    await expect(code).toBeFocused();
    await leaveHeight(viewport.height);
    await expect(tablet.getByRole('button', { name: 'Show output' })).toBeVisible();
    await context.close();

    await test.step('a closed output stays closed when a window becomes narrow and wide again', async () => {
      await laptop.getByRole('button', { name: 'Hide output' }).click();
      await laptop.setViewportSize({ width: 700, height: 900 });
      await expect(laptop.getByRole('tab', { name: 'Code' })).toBeVisible();
      await laptop.setViewportSize(devices.laptop.viewport);
      await expect(laptop.getByRole('button', { name: 'Show output' })).toBeVisible();
    });
  },
);

test(
  'keeps the language in a narrow or enlarged window of a laptop, for both sides',
  { tag: '@long' },
  async ({ browser, baseURL, laptop, problems, picture }) => {
    const roomCode = await openInterview(laptop);
    const candidate = await newLaptop(browser, baseURL, { problems, editor: 'monaco' });
    await joinAsCandidate(candidate, `/codeshare/${roomCode}`, 'Ada Lovelace');
    const sides = [
      { name: 'interviewer', page: laptop, other: candidate },
      { name: 'candidate', page: candidate, other: laptop },
    ];
    // The second is a window of 1600 × 800 at 200 %.
    for (const [width, height] of [
      [390, 700],
      [800, 400],
    ] as const)
      for (const { name, page, other } of sides)
        await test.step(`${name} ${width} × ${height}`, async () => {
          await page.setViewportSize({ width, height });
          const run = page.getByRole('button', { name: 'Run', exact: true });
          for (const control of [page.getByLabel('Language'), run]) await expect(control).toBeInViewport({ ratio: 1 });
          await page.getByLabel('Language').selectOption('typescript');
          await expect(other.getByLabel('Language')).toHaveValue('typescript');
          await expect(run).toBeInViewport({ ratio: 1 });
          await picture(page, `${name} ${width} × ${height}`);
          await page.getByLabel('Language').selectOption('sql');
          await expect(other.getByLabel('Language')).toHaveValue('sql');
        });
  },
);
