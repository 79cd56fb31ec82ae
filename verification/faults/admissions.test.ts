import { afterAll, beforeAll, expect, test } from 'vitest';
import { startCluster, type Cluster } from '../support/cluster.ts';
import { runAdmissions } from './admissions.ts';

let cluster: Cluster;
beforeAll(async () => {
  cluster = await startCluster(2);
});
afterAll(() => cluster.stop());

// How soon they enter is measured by `npm run chaos -- --admissions`.
test(
  'lets admitted candidates enter and lose nothing if either node is killed',
  { tags: ['long'], timeout: 60_000 },
  async () => {
    const { enteredAfterMs, lost, leaks } = await runAdmissions(cluster, 2);

    expect(enteredAfterMs).toHaveLength(2);
    expect({ lost, leaks }).toEqual({ lost: [], leaks: 0 });
  },
);
