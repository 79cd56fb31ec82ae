import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { guarded, KEYS, KeysMatrix, titleOfKeys } from './testing/access/keys-matrix.ts';
import { pickFor, sampleOf } from './testing/access/sample.ts';
import { readMatrix } from './testing/access/table.ts';
import { itMatchesWhole } from './testing/access/whole-matrix.ts';
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

describe('a sampled key', () => {
  const recorded = readFileSync(new URL(FILE, import.meta.url), 'utf8');
  let matrix: KeysMatrix;
  beforeAll(async () => {
    matrix = await KeysMatrix.open(node);
  });

  // Those that no key may call are refused before anything is read, so a share of them is enough.
  const refused = guarded.filter(({ config }) => !config.keys);
  const tried = [...guarded.filter(({ config }) => config.keys), ...(sampleOf(refused, 6)[0]?.cases ?? [])];

  it.each(tried.map((endpoint) => [titleOfKeys(endpoint), endpoint] as const))(
    'matches the matrix at %s',
    async (title, endpoint) => {
      const keys = [pickFor(title, [...KEYS])];
      const { rows } = await matrix.try(endpoint, keys);
      expect(rows, `by ${keys.join(', ')}`).toEqual(readMatrix(recorded, keys).get(title));
    },
  );
});

describe('every key', { tags: ['long'] }, () => {
  let matrix: KeysMatrix;
  beforeAll(async () => {
    matrix = await KeysMatrix.open(node);
  });

  itMatchesWhole(guarded, {
    file: FILE,
    introduction: INTRODUCTION,
    principals: KEYS,
    titleOf: titleOfKeys,
    tryAsAll: async (endpoint) => ({ block: await matrix.try(endpoint), faults: [] }),
  });
});
