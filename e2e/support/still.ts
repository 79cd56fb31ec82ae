import { expect } from './fixtures.ts';
import type { ProgramPage } from './sandbox.ts';

/** If no file arrives for this long, a page has what it loads by itself (ms). */
const STILL_MS = 1_000;

/** Waits until no further file of a page arrives. */
export async function whenStill(page: ProgramPage): Promise<void> {
  let before = -1;
  await expect
    .poll(
      async () => {
        const loaded = await page.evaluate(() => performance.getEntriesByType('resource').length, null);
        const isStill = loaded === before;
        before = loaded;
        return isStill;
      },
      { intervals: [STILL_MS], timeout: 30 * STILL_MS },
    )
    .toBe(true);
}
