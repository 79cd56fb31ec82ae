// @module-tag long
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startCluster, type Cluster } from '../support/cluster.ts';
import { runSchedule } from './schedule.ts';

let cluster: Cluster;
beforeAll(async () => {
  cluster = await startCluster(2);
});
afterAll(() => cluster.stop());

async function surviveFaults(seed: number): Promise<void> {
  const outcome = await runSchedule(cluster, seed);
  expect(outcome, `${JSON.stringify(outcome)}`).toMatchObject({
    lost: 0,
    duplicated: 0,
    diverged: 0,
    runsDiffering: 0,
  });
  expect(outcome.acknowledged).toBeGreaterThan(100);
}

// The short forms of `npm run chaos`. The three seeds cover every kind of fault.
test.each([11, 12, 13])('loses, duplicates and diverges nothing under the faults of seed %i', async (seed) => {
  expect.hasAssertions();
  await surviveFaults(seed);
});
