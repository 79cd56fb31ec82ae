import { afterAll, beforeAll, expect, test } from 'vitest';
import { startCluster, type Cluster } from '../support/cluster.ts';
import { Progress } from '../support/progress.ts';
import { freshState, fuzz, proveServing } from './fuzz.ts';

let cluster: Cluster;
beforeAll(async () => {
  cluster = await startCluster(1);
});
afterAll(() => cluster.stop());

// The short form of `npm run fuzz`, always the same cases.
test('requests, events and frames of all kinds: no failure of the server, no end of it, every answer as declared', async () => {
  const state = await fuzz(
    cluster,
    { rest: 1_000, events: 600, frames: 300 },
    7,
    new Progress(undefined, '', freshState()),
  );

  expect([...state.rest.faults, ...state.events.faults, ...state.frames.faults]).toEqual([]);
  expect(state.rest.refused).toBeLessThan(state.rest.done * 0.9);
  await proveServing(cluster);
});
