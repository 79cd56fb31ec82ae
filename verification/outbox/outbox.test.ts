import fc from 'fast-check';
import { expect } from 'vitest';
import { itHolds } from '../../server/src/testing/property.ts';
import { check } from './check.ts';

const seed = Number(process.env['MODEL_SEED'] ?? Date.now() % 1_000_000);

itHolds('neither loses, duplicates nor misattributes an operation of the outbox', 1_000, async (schedules) => {
  const { failure, totals, played } = await check({ schedules, seed });

  expect(failure, `seed ${seed}: ${fc.stringify(failure)}`).toBeNull();
  expect(totals).toMatchObject({ lost: 0, duplicated: 0, crossAccount: 0, outOfOrder: 0, neverIdle: 0 });
  expect(played).toBe(schedules);
});
