import { createHash } from 'node:crypto';
import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { createServer } from 'node:http';
import type { Server, ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { downloadFrom } from './download-from.ts';
import { pythonPackages, storePackages } from './python-packages.ts';

const WHEEL = Buffer.from('the wheel');
const lock = Object.fromEntries(
  ['before', 'shop', 'moved', 'changed', 'cut', 'gone', 'away'].map((name) => [
    name,
    {
      name,
      version: '1.0+cu',
      file_name: `${name}-1.0+cu.whl`,
      install_dir: 'site',
      package_type: 'package',
      imports: [name],
      depends: name === 'cut' ? ['shop'] : [],
      sha256: createHash('sha256').update(WHEEL).digest('hex'),
    },
  ]),
);

/** How the host answers, by package. */
const ANSWERS: Record<string, (response: ServerResponse) => void> = {
  before: (response) => response.end(WHEEL),
  shop: (response) => response.end(WHEEL),
  moved: (response) => response.writeHead(302, { location: '/elsewhere/shop-1.0+cu.whl' }).end(),
  changed: (response) => response.end('the wheeL'),
  cut(response) {
    response.writeHead(200, { 'content-length': WHEEL.length });
    response.write(WHEEL.subarray(0, 4), () => response.destroy());
  },
  gone: (response) => response.writeHead(404).end('not here'),
};

let host: Server;
let address: string;
let asked: string[];
let root: string;
let folder: string;
beforeEach(async () => {
  asked = [];
  host = createServer(({ url = '' }, response) => {
    asked.push(decodeURIComponent(url));
    ANSWERS[/(\w+)-1\.0/.exec(url)?.[1] ?? '']?.(response);
  });
  await new Promise<void>((resolve) => host.listen(0, '127.0.0.1', resolve));
  address = `http://127.0.0.1:${(host.address() as AddressInfo).port}/full`;
  root = mkdtempSync(join(tmpdir(), 'cip-download-'));
  folder = join(root, 'stored');
  await store('before');
});
afterEach(() => {
  host.close();
  rmSync(root, { recursive: true, force: true });
});

const store = (name: string, from = address) => storePackages([name], { download: downloadFrom(from), folder, lock });
const stored = async () => (await pythonPackages(folder)).map((each) => each.package);

test('stores a package from a host, also behind a redirect and with a slash at the end', async () => {
  await store('shop');
  expect(await stored()).toEqual(['shop']);
  await store('moved', `${address}/`);
  expect(await stored()).toEqual(['moved']);
  expect(asked.slice(1)).toEqual(['/full/shop-1.0+cu.whl', '/full/moved-1.0+cu.whl', '/elsewhere/shop-1.0+cu.whl']);
  expect(readdirSync(root)).toEqual(['stored']);
});

test.each([
  ['changed', /^changed-1\.0\+cu\.whl is not the file of the list: its SHA-256 differs\. Nothing was changed\.$/],
  ['cut', /cut-1\.0%2Bcu\.whl could not be fetched: .+\. Nothing was changed\.$/],
  ['gone', /gone-1\.0%2Bcu\.whl could not be fetched: the answer is 404\. Nothing was changed\.$/],
])('says why a file did not come (%s), and keeps the former packages whole', async (name, words) => {
  await expect(store(name)).rejects.toThrow(words);
  expect(await stored()).toEqual(['before']);
  expect(readdirSync(root)).toEqual(['stored']);
});

test('names a host that cannot be reached', async () => {
  host.close();
  await expect(store('away', 'http://127.0.0.1:1/full')).rejects.toThrow(
    /^http:\/\/127\.0\.0\.1:1\/full\/away-1\.0%2Bcu\.whl could not be fetched: .+\. Nothing was changed\.$/,
  );
});
