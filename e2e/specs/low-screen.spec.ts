import type { Page } from '@playwright/test';
import { violations } from '../support/accessibility.ts';
import { expect, test } from '../support/fixtures.ts';
import {
  expectCode,
  joinAsCandidate,
  newCompany,
  registerOnFreePlan,
  startInterview,
  typeAtEnd,
} from '../support/steps.ts';

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

test('an open keyboard leaves the space to the code, and the language is in reach', async ({
  laptop,
  phone,
  picture,
}) => {
  await registerOnFreePlan(laptop, newCompany());
  const roomCode = await startInterview(laptop);
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
      // The editor scrolls to the cursor a frame after its size changed: until then a line may be cut at either end.
      await expect.poll(() => isCursorCut(phone)).toBe(false);
      await expect.poll(() => codeOf(phone).then((code) => code.lines)).toBeGreaterThanOrEqual(lines);
      const fixed = [phone.getByLabel('Language'), phone.getByRole('button', { name: 'Editor settings' })];
      for (const control of fixed) await expect(control).toBeInViewport({ ratio: 1 });
      await expect(phone.getByText('Connected', { exact: true })).toBeInViewport();
      expect(await violations(phone)).toEqual([]);
      await picture(phone, `${width} × ${height}`);
    });

  await test.step('a long line wraps', async () => {
    await phone.setViewportSize({ width: 390, height: 844 });
    await phone.keyboard.type(`-- ${'wide '.repeat(30)}`);
    const overflow = await phone
      .locator('.cm-scroller')
      .evaluate((scroller) => scroller.scrollWidth - scroller.clientWidth);
    expect(overflow).toBeLessThanOrEqual(0);
  });
});
