import fc from 'fast-check';
import { expect, test } from 'vitest';
import { check } from './check.ts';
import { MUTANTS, mutatedCode, ownCode } from './mutants.ts';

const SCHEDULES = 1_000;
/** A broken queue is noticed within so many. */
const MUTANT_SCHEDULES = 500;

const seed = Number(process.env['MODEL_SEED'] ?? Date.now() % 1_000_000);

test(`the queue loses nothing, sends nothing twice, and nothing for others, in ${SCHEDULES} schedules`, async () => {
  const { failure, totals, played } = await check(await ownCode(), { schedules: SCHEDULES, seed });

  expect(failure, `seed ${seed}: ${fc.stringify(failure)}`).toBeNull();
  expect(totals).toMatchObject({ lost: 0, twice: 0, crossAccount: 0, outOfOrder: 0, restless: 0 });
  expect(played).toBe(SCHEDULES);
});

test.each(MUTANTS.map((mutant) => [mutant.name, mutant] as const))('a queue with "%s" is caught', async (_, mutant) => {
  const { failure } = await check(await mutatedCode(mutant), { schedules: MUTANT_SCHEDULES, seed, shorten: false });

  expect(failure, `seed ${seed}`).not.toBeNull();
});
