import { expectLoopsEnd, expectPageErrors } from '../support/file-errors.ts';
import { test } from '../support/fixtures.ts';
import { openPreview } from '../support/preview-driver.ts';

// The errors of the programs themselves.
const EXPECTED = /\(reading '|late$|already been declared|Target container|Unexpected token|This loop ran too long/;
test.use({ needsChromium: true, expectedProblems: EXPECTED });

test.beforeEach(async ({ page, baseURL }) => {
  await page.goto(`${baseURL}/privacy`);
  await openPreview(page);
});

test('names the files and lines of errors in previews', { tag: '@long' }, ({ page }) => expectPageErrors(page));

test('ends endless loops of previews with their lines', { tag: '@long' }, ({ page }) => expectLoopsEnd(page));
