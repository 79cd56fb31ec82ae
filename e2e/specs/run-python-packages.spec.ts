import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from '../support/fixtures.ts';
import { servePackages } from '../support/python-packages.ts';
import { openSandbox, runProgram } from '../support/sandbox.ts';

test.describe('packages of Python', () => {
  let folder: string;
  test.use({ serviceWorkers: 'block' });
  test.beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'cip-wheels-'));
  });
  test.afterEach(() => rmSync(folder, { recursive: true }));

  test(
    'are fetched when a program imports them, and run later without a network',
    { tag: '@long' },
    async ({ page, context }) => {
      const fetched = await servePackages(context, folder);
      await page.goto('/privacy');
      await openSandbox(page);
      const language = 'python';
      const plain = await runProgram(page, { language, code: "print('minishop')" });
      expect(plain.out).toBe('minishop\n');
      expect(fetched).toEqual([]);

      const pure = 'from minishop import total\nprint(total(1, 2))';
      const end = { packages: [{ name: 'minishop', version: '1.0' }] };
      expect(await runProgram(page, { language, code: pure })).toMatchObject({ out: '3\n', err: '', end });
      expect(fetched).toEqual(['minishop-1.0-py3-none-any.whl']);
      const both = 'import tinyone, tinytwo, minishop\nprint(minishop.total(tinyone.twice(21), tinytwo.twice(1)))';
      expect(await runProgram(page, { language, code: both })).toMatchObject({ out: '45\n', err: '' });
      expect(fetched).toHaveLength(2);

      await context.setOffline(true);
      expect(await runProgram(page, { language, code: both })).toMatchObject({ out: '45\n', err: '' });
      await context.setOffline(false);
      expect(fetched).toHaveLength(2);

      const missing = await runProgram(page, { language, code: '\nimport numpy' });
      expect(missing.end.error).toMatchObject({
        message: 'numpy is not here: Python has minishop, tinyext and the standard library.',
        line: 2,
      });
    },
  );
});
