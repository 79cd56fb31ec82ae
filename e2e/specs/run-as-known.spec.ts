import { readFileSync } from 'node:fs';
import { expectAlike, expectAsKnown } from '../support/expected-programs.ts';
import { expectFileErrors } from '../support/file-errors.ts';
import { expect, test } from '../support/fixtures.ts';
import { COLUMNS, KNOWN_LANGUAGES, knownTable } from '../support/known-programs.ts';
import { openSandbox } from '../support/sandbox.ts';

test('runs what the table of languages says', { tag: '@long' }, async ({ page }) => {
  test.setTimeout(240_000);
  const rows = readFileSync('docs/operations/running-code.md', 'utf8').split('\n');
  const documented = rows.map((row) => row.replaceAll(/ {2,}/g, ' '));
  for (const row of knownTable()) expect(documented).toContain(row);

  await page.goto('/privacy');
  await openSandbox(page);
  for (const { language, programs } of KNOWN_LANGUAGES)
    for (const column of COLUMNS)
      await test.step(`${language}: ${column}`, () => expectAsKnown(page, language, programs[column]));
});

test('reports errors of every kind of program in words that every engine has', { tag: '@long' }, async ({ page }) => {
  await page.goto('/privacy');
  await openSandbox(page);
  await expectAlike(page);
  await expectFileErrors(page);
});
