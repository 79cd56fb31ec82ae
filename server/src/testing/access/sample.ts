import { createHash } from 'node:crypto';

/** The seed of a run's samples: `npm test` sets it from the commit and prints it. */
const SEED = process.env['TEST_SEED'] ?? '1';

/** Returns one of the items; it depends on the name and on the seed of the run. */
export function pickFor<T>(name: string, items: readonly T[]): T {
  const digest = createHash('sha256').update(`${SEED} ${name}`).digest();
  const item = items[digest.readUInt32BE() % items.length];
  if (item === undefined) throw new Error('There is nothing to pick from.');
  return item;
}

/** Cases of a table that `npm test` runs, or that `test:all` runs too: the tags of their tests. */
export interface Share<T> {
  tags: 'long'[];
  cases: T[];
}

/** Divides a table of cases: every `of`th one runs in `npm test`, counted from a place that the seed selects. */
export function sampleOf<T>(cases: readonly T[], of: number): Share<T>[] {
  const first = pickFor('cases', [...Array(of).keys()]);
  const isSampled = (_case: T, index: number) => index % of === first;
  return [
    { tags: [], cases: cases.filter(isSampled) },
    { tags: ['long'], cases: cases.filter((each, index) => !isSampled(each, index)) },
  ];
}
