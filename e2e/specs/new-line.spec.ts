import type { Page } from '@playwright/test';
import { expect, test } from '../support/fixtures.ts';
import {
  expectCode,
  joinAsCandidate,
  newCompany,
  registerOnFreePlan,
  startInterview,
  typeAtEnd,
} from '../support/steps.ts';

/** A new line computes the style of few elements; the room of this test has more than five hundred. */
const ELEMENTS_MAX = 100;

test('a new line in either editor computes the style of that line, not of the room', async ({ laptop, phone }) => {
  await registerOnFreePlan(laptop, newCompany());
  const roomCode = await startInterview(laptop);
  await joinAsCandidate(phone, `/codeshare/${roomCode}`, 'Ada Lovelace');
  await typeAtEnd(laptop, "\nselect 1, 'Oslo' as city;".repeat(20));
  await expectCode(phone, 'Oslo');
  for (const page of [laptop, phone]) {
    await typeAtEnd(page, '\n-- once');
    const counts = await countStyled(page, async () => {
      for (let line = 0; line < 5; line++) {
        await page.keyboard.press('Enter');
        await page.keyboard.press('a');
      }
      await page.waitForTimeout(500);
    });
    expect(counts.length).toBeGreaterThan(5);
    expect(Math.max(...counts)).toBeLessThan(ELEMENTS_MAX);
  }
});

/** Returns the number of elements of each computation of styles while `act` runs. */
async function countStyled(page: Page, act: () => Promise<void>): Promise<number[]> {
  const debuggerOfPage = await page.context().newCDPSession(page);
  const counts: number[] = [];
  debuggerOfPage.on('Tracing.dataCollected', ({ value }) => {
    for (const event of value as { name?: string; args?: { elementCount?: number } }[])
      if (event.name === 'UpdateLayoutTree') counts.push(event.args?.elementCount ?? 0);
  });
  await debuggerOfPage.send('Tracing.start', { traceConfig: { includedCategories: ['devtools.timeline'] } });
  await act();
  const complete = new Promise((resolve) => debuggerOfPage.once('Tracing.tracingComplete', resolve));
  await debuggerOfPage.send('Tracing.end');
  await complete;
  return counts;
}
