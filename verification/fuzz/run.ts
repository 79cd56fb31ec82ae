import { parseArgs } from 'node:util';
import { exitOnSignals } from '../../server/src/testing/services/at-exit.ts';
import { startCluster } from '../support/cluster.ts';
import { Progress } from '../support/progress.ts';
import { freshState, fuzz, FUZZ_KINDS, checkServing } from './fuzz.ts';

// npm run fuzz [-- --rest 100000 --events 50000 --frames 20000 --seed S]
const { values } = parseArgs({
  options: {
    rest: { type: 'string', default: '100000' },
    events: { type: 'string', default: '50000' },
    frames: { type: 'string', default: '20000' },
    seed: { type: 'string', default: '1' },
    results: { type: 'string' },
  },
});
exitOnSignals();
const counts = { rest: Number(values.rest), events: Number(values.events), frames: Number(values.frames) };
const progress = new Progress(values.results, `fuzz-${values.seed}`, freshState());
const cluster = await startCluster(1);
try {
  const state = await fuzz(cluster, counts, Number(values.seed), progress, (line) => console.warn(line));
  await checkServing(cluster);
  const defects = FUZZ_KINDS.flatMap((kind) => state[kind].defects.map((defect) => `${kind} ${defect}`));
  for (const defect of defects) console.warn(defect);
  const figures = FUZZ_KINDS.map(
    (kind) =>
      `${state[kind].done.toLocaleString('en-US')} ${kind} (${state[kind].refused.toLocaleString('en-US')} refused, ${Math.round(state[kind].seconds)} s)`,
  );
  console.warn(`seed ${values.seed}: ${figures.join(', ')}: ${defects.length} defects, 0 exits`);
  process.exitCode = defects.length === 0 ? 0 : 1;
} finally {
  await cluster.stop();
}
