// @module-tag long
import { CODE_MAX } from '@cip/contracts/rooms/text-limits';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { until } from '../../server/src/testing/until.ts';
import { startCluster, type Cluster } from '../support/cluster.ts';
import { startInterview, storedCode, type RunningInterview } from '../support/interview.ts';
import { ProductTypist, FullTextTypist } from '../support/typists.ts';

let cluster: Cluster;
let interview: RunningInterview;
beforeAll(async () => {
  cluster = await startCluster(2);
});
afterAll(() => cluster.stop());
beforeEach(async () => {
  interview = await startInterview(cluster);
});

/** Connects two pages to these nodes. */
async function twoPages(first = cluster.nodes[0], second = cluster.nodes[1]): Promise<[ProductTypist, ProductTypist]> {
  if (!first || !second) throw new Error('There are two nodes.');
  const pages: [ProductTypist, ProductTypist] = [
    new ProductTypist(first, interview.interviewer),
    new ProductTypist(second, interview.candidates[0]),
  ];
  await until('both to be connected', () => pages.every(({ isSettled }) => isSettled));
  return pages;
}

/** Replaces the whole text on one page and waits until the other page shows it. */
async function write(from: ProductTypist, to: ProductTypist, text: string): Promise<void> {
  from.replace(0, from.text.length, text);
  await until('the text on the other page', () => from.isSettled && to.text === text);
}

const REPLACED = [
  { before: 50_000, after: 181_000 },
  { before: 181_000, after: 50_000 },
  { before: CODE_MAX, after: CODE_MAX },
];
for (const { before, after } of REPLACED)
  test(`never shows a partial text on another page when ${before} characters are replaced by ${after}`, async () => {
    const [ines, ada] = await twoPages();
    const [old, fresh] = ['a🙂é\n'.repeat(before / 5), 'ünïcødé 🙂'.repeat(after / 10)];
    await write(ines, ada, old);
    const seen = new Set<string>();
    ada.watch((text) => seen.add(text));
    const plain = await FullTextTypist.join(cluster.nodes[0] ?? { url: '' }, interview.candidates[1], old);

    await write(ines, ada, fresh);

    expect([...seen].map(({ length }) => length)).toEqual([fresh.length]);
    await until('the plain client', () => plain.text === fresh);
    expect((await storedCode(cluster, interview)) === fresh).toBe(true);
    for (const page of [ines, ada, plain]) page.leave();
  });

test('refuses one of two pastes that exceed the limit together, and saves it once there is room', async () => {
  // On one node, because two nodes could each accept one of them at the same moment.
  const [ines, ada] = await twoPages(cluster.nodes[0], cluster.nodes[0]);
  await write(ines, ada, 'x'.repeat(150_000));
  ines.replace(0, 0, 'I'.repeat(40_000));
  ada.replace(0, 0, 'A'.repeat(40_000));
  const isRefused = (page: ProductTypist) => page.state.includes('at most 200,000 characters');
  await until('a refusal', () => [ines, ada].some(isRefused) && [ines, ada].some(({ isSettled }) => isSettled));
  const [accepted, refused] = isRefused(ada) ? [ines, ada] : [ada, ines];
  expect(accepted.text).toHaveLength(190_000);
  expect((await storedCode(cluster, interview)) === accepted.text).toBe(true);
  // The refused edit stays complete on its own page.
  expect(refused.text).toHaveLength(230_000);

  refused.replace(refused.text.indexOf('x'), 40_000, '');
  await until(
    'both texts to be equal',
    () => [ines, ada].every(({ isSettled }) => isSettled) && ines.text === ada.text,
  );
  expect(ines.text).toHaveLength(190_000);
  expect((await storedCode(cluster, interview)) === ines.text).toBe(true);
  for (const page of [ines, ada]) page.leave();
});
