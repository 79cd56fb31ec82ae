import { once } from 'node:events';
import { existsSync, readdirSync } from 'node:fs';
import { createServer } from 'node:http';
import { afterEach, expect, it, vi } from 'vitest';
import { packages } from './packages.mjs';
import { pathFromRoot } from './paths.mjs';

const FOLDER = pathFromRoot('web/run-packages');
const before = existsSync(FOLDER) ? readdirSync(FOLDER) : null;

afterEach(() => vi.restoreAllMocks());

it('asks a mirror for the files of Pyodide’s list, and refuses others', async () => {
  /** @type {(string | undefined)[]} */
  const asked = [];
  const mirror = createServer(({ url }, response) => {
    asked.push(url);
    response.end('not numpy');
  });
  await once(mirror.listen(0, '127.0.0.1'), 'listening');
  const { port } = /** @type {import('node:net').AddressInfo} */ (mirror.address());
  const said = vi.spyOn(process.stderr, 'write').mockReturnValue(true);
  expect(await packages(['numpy', '--from', `http://127.0.0.1:${port}/pyodide`])).toBe(1);
  mirror.close();
  expect(asked).toEqual([expect.stringMatching(/^\/pyodide\/numpy-[\w.-]+\.whl$/)]);
  expect(said.mock.calls.join('')).toMatch(/^numpy-\S+ is not the file of the list: its SHA-256 differs\. Nothing/);
  expect(existsSync(FOLDER) ? readdirSync(FOLDER) : null).toEqual(before);
});
