import { afterAll, beforeAll, expect, test } from 'vitest';
import { startCluster, type Cluster } from '../support/cluster.ts';
import { Progress } from '../support/progress.ts';
import { freshState, fuzz, checkServing } from './fuzz.ts';

let cluster: Cluster;
beforeAll(async () => {
  cluster = await startCluster(1);
});
afterAll(() => cluster.stop());

// The short form of `npm run fuzz` with a fixed seed.
test(
  'survives generated requests, events and frames and replies within the declared schemas',
  { tags: ['long'] },
  async () => {
    const state = await fuzz(
      cluster,
      { rest: 1_000, events: 600, frames: 300 },
      7,
      new Progress(undefined, '', freshState()),
    );

    expect([...state.rest.defects, ...state.events.defects, ...state.frames.defects]).toEqual([]);
    expect(state.rest.refused).toBeLessThan(state.rest.done * 0.9);
    await checkServing(cluster);
  },
);
