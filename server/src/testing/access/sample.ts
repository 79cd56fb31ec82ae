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
