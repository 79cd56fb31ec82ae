import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { BrowserContext } from '@playwright/test';
import { binaryWheel, pureWheel } from '../../web/run-assets/test-wheels.ts';
import { pythonPackages, storePackages } from '../../web/run-assets/python-packages.ts';
import { expect, test } from '../support/fixtures.ts';
import { openSandbox, runProgram } from '../support/sandbox.ts';

/** The list of Python's packages in a build without any. */
const NO_PACKAGES = /(?<="?offered"?:)\{\}/;

/** Serves the app as if it was built with two packages. Returns the paths of wheels that were fetched. */
async function servePackages(context: BrowserContext, folder: string): Promise<string[]> {
  for (const { file, content } of [pureWheel(), await binaryWheel()]) writeFileSync(join(folder, file), content);
  const stored = join(folder, 'stored');
  const offline = () => Promise.reject(new Error('no network'));
  await storePackages(['tinyext'], { from: folder, download: offline, folder: stored, lock: {} });
  const list = (await pythonPackages(stored)).map(({ package: name, name: file, read: _read, ...more }) => {
    const bytes = readFileSync(join(stored, file)).length;
    return [name, { name: file, url: `/run/python/${file}`, bytes, download: bytes, ...more }];
  });
  const packages = JSON.stringify(Object.fromEntries(list));
  const fetched: string[] = [];
  await context.route('**/assets/**/*.js', async (route) => {
    const response = await route.fetch();
    const code = await response.text();
    await route.fulfill({ response, body: code.replace(NO_PACKAGES, packages.replaceAll('$', '$$$$')) });
  });
  await context.route('**/run/python/*.whl', (route) => {
    const file = new URL(route.request().url()).pathname.split('/').at(-1) ?? '';
    fetched.push(file);
    return route.fulfill({ body: readFileSync(join(stored, file)) });
  });
  return fetched;
}

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
      expect(await runProgram(page, { language, code: pure })).toMatchObject({ out: '3\n', err: '' });
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
