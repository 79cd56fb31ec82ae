import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { BrowserContext } from '@playwright/test';
import { pythonPackages, storePackages } from '../../web/run-assets/python-packages.ts';
import { binaryWheel, pureWheel } from '../../web/run-assets/test-wheels.ts';

/** The list of Python's packages in a build without any. */
const NO_PACKAGES = /(?<="?offered"?:)\{\}/;

/**
 * Serves the app as if it was built with two packages, a pure one and a binary one, which are made in a folder.
 * Resolves to the names of the wheels that are fetched. It needs a context without service workers.
 */
export async function servePackages(context: BrowserContext, folder: string): Promise<string[]> {
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
