import { readFileSync } from 'node:fs';
import { expect, test } from '../support/fixtures.ts';
import { COLUMNS, KNOWN_LANGUAGES, knownTable } from '../support/known-programs.ts';
import { openSandbox, runProgram } from '../support/sandbox.ts';

test('runs what the table of languages says', { tag: '@long' }, async ({ page }) => {
  test.setTimeout(240_000);
  const rows = readFileSync('docs/operations/running-code.md', 'utf8').split('\n');
  const documented = rows.map((row) => row.replaceAll(/ {2,}/g, ' '));
  for (const row of knownTable()) expect(documented).toContain(row);

  await page.goto('/privacy');
  await openSandbox(page);
  for (const { language, programs } of KNOWN_LANGUAGES)
    for (const column of COLUMNS)
      await test.step(`${language}: ${column}`, async () => {
        const { cell, code, stdin, dataSet, out } = programs[column];
        const given = { language, code, ...(stdin && { stdin }), ...(dataSet && { dataSet }) };
        const { out: printed, err, tables, end } = await runProgram(page, given);
        const shown = `${printed}${err}${tables.map((table) => JSON.stringify(table.rows)).join('')}`;
        expect(end.reason, shown).toBe(cell.startsWith('no') ? 'failed' : 'finished');
        const said = end.error?.message ?? shown;
        if (typeof out === 'string') expect(said).toBe(out);
        else expect(said).toMatch(out);
      });
});
