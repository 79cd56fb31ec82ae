import { afterAll, beforeAll, expect, test } from 'vitest';
import { startCluster, type Cluster } from '../support/cluster.ts';
import { runSchedule } from './schedule.ts';

let cluster: Cluster;
beforeAll(async () => {
  cluster = await startCluster(2);
});
afterAll(() => cluster.stop());

// The short form of `npm run chaos`; the seeds were chosen so that every kind of misfortune happens.
test.each([11, 12, 13])(
  'schedule %i: nothing acknowledged is lost, nothing is there twice, all are equal',
  async (seed) => {
    const outcome = await runSchedule(cluster, seed);
    expect(outcome).toMatchObject({ lost: 0, duplicated: 0, diverged: 0 });
    expect(outcome.acknowledged).toBeGreaterThan(100);
  },
);
