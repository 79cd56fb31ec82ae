import { afterAll, beforeAll, expect, test } from 'vitest';
import { startCluster, type Cluster } from '../support/cluster.ts';
import { ADMITTED_WITHIN_MS, runAdmissions } from './admissions.ts';

let cluster: Cluster;
beforeAll(async () => {
  cluster = await startCluster(2);
});
afterAll(() => cluster.stop());

test('admitted candidates enter within three seconds and lose nothing when either node is killed', async () => {
  const { enteredAfterMs, lost, leaks } = await runAdmissions(cluster, 2);

  expect(enteredAfterMs).toHaveLength(2);
  expect(Math.max(...enteredAfterMs)).toBeLessThan(ADMITTED_WITHIN_MS);
  expect({ lost, leaks }).toEqual({ lost: [], leaks: 0 });
}, 60_000);
