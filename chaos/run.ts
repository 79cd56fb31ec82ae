import { parseArgs } from 'node:util';
import { startCluster } from './cluster.ts';
import { MISFORTUNES } from './nemesis.ts';
import { runSchedule, type Outcome } from './schedule.ts';

// npm run chaos -- --schedules N --seed S [--only "kill a node"] [--nodes N]
const { values } = parseArgs({
  options: {
    schedules: { type: 'string', default: '10' },
    seed: { type: 'string', default: String(Date.now() % 1_000_000) },
    nodes: { type: 'string', default: '2' },
    only: { type: 'string' },
  },
});
const only = MISFORTUNES.find((misfortune) => misfortune === values.only);
const firstSeed = Number(values.seed);
const outcomes: Outcome[] = [];
const cluster = await startCluster(Number(values.nodes));
try {
  for (let index = 0; index < Number(values.schedules); index++) {
    const outcome = await runSchedule(cluster, firstSeed + index, only);
    outcomes.push(outcome);
    const { seed, misfortunes, typed, acknowledged, lost, duplicated, diverged, settledAfterMs } = outcome;
    const figures = `typed ${typed} acknowledged ${acknowledged} lost ${lost} duplicated ${duplicated} diverged ${diverged}`;
    console.warn(`seed ${seed}: ${figures} settled after ${settledAfterMs} ms (${misfortunes.join(', ')})`);
  }
} finally {
  await cluster.stop();
}
const sum = (of: (outcome: Outcome) => number) => outcomes.reduce((total, outcome) => total + of(outcome), 0);
const [lost, duplicated, diverged] = [sum((o) => o.lost), sum((o) => o.duplicated), sum((o) => o.diverged)];
console.warn(
  `${outcomes.length} schedules from seed ${firstSeed}: ${sum((o) => o.acknowledged)} of ${sum((o) => o.typed)} acknowledged, ` +
    `lost ${lost}, duplicated ${duplicated}, diverged ${diverged}`,
);
process.exit(lost + duplicated + diverged === 0 ? 0 : 1);
