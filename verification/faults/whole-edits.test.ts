import { CODE_MAX } from '@cip/contracts/common';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { until } from '../../server/src/testing/until.ts';
import { startCluster, type Cluster } from '../support/cluster.ts';
import { startInterview, storedCode, type RunningInterview } from '../support/interview.ts';
import { OwnTypist, PlainTypist } from '../support/typists.ts';

let cluster: Cluster;
let interview: RunningInterview;
beforeAll(async () => {
  cluster = await startCluster(2);
});
afterAll(() => cluster.stop());
beforeEach(async () => {
  interview = await startInterview(cluster);
});

/** Two pages on these nodes, both connected. */
async function twoPages(first = cluster.nodes[0], second = cluster.nodes[1]): Promise<[OwnTypist, OwnTypist]> {
  if (!first || !second) throw new Error('There are two nodes.');
  const pages: [OwnTypist, OwnTypist] = [
    new OwnTypist(first, interview.interviewer),
    new OwnTypist(second, interview.candidates[0]),
  ];
  await until('both to be connected', () => pages.every(({ isSettled }) => isSettled));
  return pages;
}

/** Replaces the whole text on one page, and waits until the other has it. */
async function write(from: OwnTypist, to: OwnTypist, text: string): Promise<void> {
  from.replace(0, from.text.length, text);
  await until('the text on the other page', () => from.isSettled && to.text === text);
}

test.each([
  [50_000, 181_000],
  [181_000, 50_000],
  [CODE_MAX, CODE_MAX],
])('a text of %i characters replaced by one of %i is never half on another page', async (before, after) => {
  const [ines, ada] = await twoPages();
  const [old, fresh] = ['a🙂é\n'.repeat(before / 5), 'ünïcødé 🙂'.repeat(after / 10)];
  await write(ines, ada, old);
  const seen = new Set<string>();
  ada.watch((text) => seen.add(text));
  const plain = await PlainTypist.join(cluster.nodes[0] ?? { url: '' }, interview.candidates[1], old);

  await write(ines, ada, fresh);

  expect([...seen].map(({ length }) => length)).toEqual([fresh.length]);
  await until('the plain client', () => plain.text === fresh);
  expect((await storedCode(cluster, interview)) === fresh).toBe(true);
  for (const page of [ines, ada, plain]) page.leave();
});

test('of two pastes that do not fit together one is refused whole, told so, and fits once there is room', async () => {
  // Two nodes may each take one of them at the same moment.
  const [ines, ada] = await twoPages(cluster.nodes[0], cluster.nodes[0]);
  await write(ines, ada, 'x'.repeat(150_000));
  ines.replace(0, 0, 'I'.repeat(40_000));
  ada.replace(0, 0, 'A'.repeat(40_000));
  const isRefused = (page: OwnTypist) => page.state.includes('at most 200,000 characters');
  await until('a refusal', () => [ines, ada].some(isRefused) && [ines, ada].some(({ isSettled }) => isSettled));
  const [taken, refused] = isRefused(ada) ? [ines, ada] : [ada, ines];
  expect(taken.text).toHaveLength(190_000);
  expect((await storedCode(cluster, interview)) === taken.text).toBe(true);
  // Nothing of the refused edit is lost on its own page.
  expect(refused.text).toHaveLength(230_000);

  refused.replace(refused.text.indexOf('x'), 40_000, '');
  await until('both to be the same', () => [ines, ada].every(({ isSettled }) => isSettled) && ines.text === ada.text);
  expect(ines.text).toHaveLength(190_000);
  expect((await storedCode(cluster, interview)) === ines.text).toBe(true);
  for (const page of [ines, ada]) page.leave();
});
