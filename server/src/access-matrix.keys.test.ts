import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { guarded, KEYS, titleOfKeys, tryKeys, type Key } from './testing/access/keys-matrix.ts';
import { pickFor } from './testing/access/sample.ts';
import { matrixText, readMatrix } from './testing/access/table.ts';
import { startTestApp, type TestApp } from './testing/test-app.ts';

const INTRODUCTION = `Every guarded endpoint of the REST interface, by API key and object: the status of the reply, and the companies whose
data it contains. "read" and "write" are keys of the company "ours" by their scope; "theirs" may write for the other
one. In brackets: which keys may call it (decision 0047). Public endpoints read no key, and no socket takes one.
Checked by server/src/access-matrix.keys.test.ts; npm run matrix updates it.`;

const FILE = '../../docs/generated/keys.txt';

let node: TestApp;
beforeAll(async () => {
  node = await startTestApp();
});
afterAll(() => node.close());

it('declares which keys may call every guarded endpoint as in the matrix', () => {
  const titles = readFileSync(new URL(FILE, import.meta.url), 'utf8').match(/^[A-Z]+ \/.*\)$/gm) ?? [];

  expect(titles.toSorted()).toEqual(guarded.map(titleOfKeys).toSorted());
});

it('matches the matrix for a sampled key', async () => {
  const keysFor = (title: string): Key[] => [pickFor(title, [...KEYS])];
  const recorded = readFileSync(new URL(FILE, import.meta.url), 'utf8');
  for (const { title, rows } of await tryKeys(node, keysFor))
    expect
      .soft(rows, `${title} by ${keysFor(title).join(', ')}`)
      .toEqual(readMatrix(recorded, keysFor(title)).get(title));
}, 120_000);

it('matches the matrix for every key', { tags: ['long'], timeout: 120_000 }, async () => {
  await expect(matrixText(INTRODUCTION, KEYS, await tryKeys(node))).toMatchFileSnapshot(FILE);
});
