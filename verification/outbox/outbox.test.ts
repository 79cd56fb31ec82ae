import fc from 'fast-check';
import { expect, test } from 'vitest';
import { check } from './check.ts';
import { MUTANTS, mutatedCode, ownCode } from './mutants.ts';

const SCHEDULES = 1_000;
/** Schedules within which a broken queue must be detected. */
const MUTANT_SCHEDULES = 500;

const seed = Number(process.env['MODEL_SEED'] ?? Date.now() % 1_000_000);
/** A fixed seed: on an unlucky one, a broken queue would need more schedules. */
const MUTANT_SEED = 1;

test(`neither loses, duplicates nor misattributes an operation in ${SCHEDULES} schedules`, async () => {
  const { failure, totals, played } = await check(await ownCode(), { schedules: SCHEDULES, seed });

  expect(failure, `seed ${seed}: ${fc.stringify(failure)}`).toBeNull();
  expect(totals).toMatchObject({ lost: 0, duplicated: 0, crossAccount: 0, outOfOrder: 0, neverIdle: 0 });
  expect(played).toBe(SCHEDULES);
});

test.each(MUTANTS.map((mutant) => [mutant.name, mutant] as const))(
  'detects the broken queue "%s"',
  async (_, mutant) => {
    const { failure } = await check(await mutatedCode(mutant), {
      schedules: MUTANT_SCHEDULES,
      seed: MUTANT_SEED,
      shorten: false,
    });

    expect(failure).not.toBeNull();
  },
);
