import { afterAll, beforeAll, expect, test } from 'vitest';
import { startCluster, type Cluster } from '../support/cluster.ts';
import { runSchedule } from './schedule.ts';

let cluster: Cluster;
beforeAll(async () => {
  cluster = await startCluster(2);
});
afterAll(() => cluster.stop());

// The short form of `npm run chaos`. The seeds cover every kind of fault.
test.each([11, 12, 13])(
  'loses and duplicates nothing, converges and shows one result of a run under the faults of seed %i',
  async (seed) => {
    const outcome = await runSchedule(cluster, seed);
    expect(outcome).toMatchObject({ lost: 0, duplicated: 0, diverged: 0, runsDiffering: 0 });
    expect(outcome.acknowledged).toBeGreaterThan(100);
  },
);
