import type { Page } from '@playwright/test';
import { standsStill } from '../support/accessibility.ts';
import { expect, test } from '../support/fixtures.ts';
import { expectCode, joinAsCandidate, openInterview, typeAtEnd } from '../support/steps.ts';
import { whenStill } from '../support/still.ts';
import { traceWhile } from '../support/trace.ts';

/** A new line computes the style of few elements; the room of this test has about four hundred. */
const ELEMENTS_MAX = 100;
const LINES = 5;

test(
  'computes the style of a new line in either editor, not of the room',
  { tag: '@long' },
  async ({ laptop, phone }) => {
    const roomCode = await openInterview(laptop);
    await joinAsCandidate(phone, `/codeshare/${roomCode}`, 'Ada Lovelace');
    await typeAtEnd(laptop, "\nselect 1, 'Oslo' as city;".repeat(20));
    await expectCode(phone, 'Oslo');
    for (const page of [laptop, phone]) {
      await typeAtEnd(page, '\n-- once');
      // If a font or the style sheet of a part arrived later, the style of everything would be computed.
      await whenStill(page);
      await page.evaluate(() => document.fonts.ready);
      // Again if something else arrived meanwhile on a busy machine; a line that is costly is so each time.
      await expect(async () => {
        const counts = await styledInLines(page);
        expect(counts.length).toBeGreaterThan(LINES);
        expect(Math.max(...counts)).toBeLessThan(ELEMENTS_MAX);
      }).toPass({ timeout: 30_000 });
    }
  },
);

/** Types five new lines, and returns of how many elements each change of the page computed the style. */
async function styledInLines(page: Page): Promise<number[]> {
  const trace = await traceWhile(page, ['devtools.timeline'], async () => {
    for (let line = 0; line < LINES; line++) {
      await page.keyboard.press('Enter');
      await page.keyboard.press('a');
    }
    await standsStill(page);
  });
  return trace.flatMap(({ name, args }) => (name === 'UpdateLayoutTree' ? (args.elementCount ?? 0) : []));
}
