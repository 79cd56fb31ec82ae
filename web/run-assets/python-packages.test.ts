import { createHash } from 'node:crypto';
import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { binaryWheel, pureWheel } from './test-wheels.ts';
import { pyodideLock, pythonPackages, storePackages } from './python-packages.ts';
import { entryOfWheel } from './wheel.ts';

let root: string;
let folder: string;
let from: string;
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'cip-packages-'));
  [folder, from] = [join(root, 'stored'), root];
});
afterEach(() => rmSync(root, { recursive: true, force: true }));

const offline = () => Promise.reject(new Error('no network'));
const sha256 = (content: Buffer) => createHash('sha256').update(content).digest('hex');

/** An entry of a list for a file with this content. */
const entry = (name: string, content: string, depends: string[] = []) => ({
  name,
  version: '2.0',
  file_name: `${name}.whl`,
  install_dir: 'site',
  package_type: 'package',
  imports: [name],
  depends,
  sha256: sha256(Buffer.from(content)),
});

test('knows the packages of Pyodide', () => {
  const { packages, address } = pyodideLock();
  expect(packages['pandas']?.depends).toContain('numpy');
  expect(packages['numpy']?.sha256).toMatch(/^[0-9a-f]{64}$/);
  expect(address).toMatch(/^https:\/\/cdn\.jsdelivr\.net\/pyodide\/v[\d.]+\/full\/$/);
});

test('stores packages with all that they need, from the network, in place of the former ones', async () => {
  const lock = {
    shop: entry('shop', 'a', ['cart-kit']),
    'cart-kit': entry('cart_kit', 'b', ['shop']),
    other: entry('other', 'c'),
  };
  const download = async (file: string) =>
    Buffer.from({ 'shop.whl': 'a', 'cart_kit.whl': 'b', 'other.whl': 'c' }[file] ?? '');
  await storePackages(['other'], { download, folder, lock });
  await storePackages(['Shop'], { download, folder, lock });
  expect(readdirSync(folder).sort()).toEqual(['cart_kit.whl', 'packages.json', 'shop.whl']);
  const stored = await pythonPackages(folder);
  expect(stored.map(({ package: name, version, provides }) => [name, version, provides])).toEqual([
    ['cart-kit', '2.0', ['cart_kit']],
    ['shop', '2.0', ['shop']],
  ]);
  expect((await stored[1]?.read())?.toString()).toBe('a');
});

test('refuses a file that is not the one of the list, and a package that is not there', async () => {
  const lock = { shop: entry('shop', 'a', ['cart']), cart: entry('cart', 'b', ['gone']), lone: entry('lone', 'a') };
  const download = async () => Buffer.from('changed');
  await expect(storePackages(['lone'], { download, folder, lock })).rejects.toThrow(
    'lone.whl is not the file of the list',
  );
  await expect(storePackages(['shop'], { download, folder, lock })).rejects.toThrow(
    'There is no package gone, which cart needs.',
  );
  expect(await pythonPackages(folder)).toEqual([]);
  await storePackages(['lone'], { download: async () => Buffer.from('a'), folder, lock });
  writeFileSync(join(folder, 'lone.whl'), 'changed later');
  const [stored] = await pythonPackages(folder);
  await expect(stored?.read()).rejects.toThrow('lone.whl was changed.');
});

test('takes wheels of a folder without the network, by their own records', { tags: ['long'] }, async () => {
  for (const { file, content } of [pureWheel(), await binaryWheel()]) writeFileSync(join(from, file), content);
  expect(await storePackages(['tinyext'], { from, download: offline, folder, lock: {} })).toMatchObject([
    { name: 'minishop', version: '1.0', imports: ['minishop'], depends: [] },
    { name: 'tinyext', version: '1.1', imports: ['tinyone', 'tinytwo'], depends: ['minishop'] },
  ]);
});

test('refuses wheels for other systems', () => {
  expect(() => entryOfWheel('numpy-2.4.6-cp314-cp314-manylinux_2_28_x86_64.whl', pureWheel().content)).toThrow(
    'is not for Python in browsers.',
  );
});
