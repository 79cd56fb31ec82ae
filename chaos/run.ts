import { parseArgs } from 'node:util';
import { startCluster } from './cluster.ts';
import { runHostile } from './hostile.ts';
import { MISFORTUNES } from './nemesis.ts';
import { runWorlds } from './worlds.ts';
import { runSchedule, type Outcome } from './schedule.ts';

// npm run chaos -- --hostile               what hostile clients cost a node
// npm run chaos -- --worlds N --seed S     plain clients in memory
// npm run chaos -- --schedules N --seed S [--only "kill a node"] [--seconds 60] [--nodes N]
const { values } = parseArgs({
  options: {
    schedules: { type: 'string', default: '10' },
    seed: { type: 'string', default: String(Date.now() % 1_000_000) },
    nodes: { type: 'string', default: '2' },
    only: { type: 'string' },
    seconds: { type: 'string' },
    worlds: { type: 'string' },
    hostile: { type: 'boolean', default: false },
  },
});
if (values.hostile) process.exit((await runHostile()) ? 0 : 1);
if (values.worlds !== undefined) process.exit(runWorlds(Number(values.worlds), Number(values.seed)) ? 0 : 1);
const only = MISFORTUNES.find((misfortune) => misfortune === values.only);
const forMs = values.seconds === undefined ? undefined : Number(values.seconds) * 1_000;
const firstSeed = Number(values.seed);
const outcomes: Outcome[] = [];
const cluster = await startCluster(Number(values.nodes));
try {
  for (let index = 0; index < Number(values.schedules); index++) {
    const outcome = await runSchedule(cluster, firstSeed + index, { only, forMs });
    outcomes.push(outcome);
    const { seed, misfortunes, typed, acknowledged, lost, duplicated, diverged, settledAfterMs, longestSilenceMs } =
      outcome;
    const figures = `typed ${typed} acknowledged ${acknowledged} lost ${lost} duplicated ${duplicated} diverged ${diverged}`;
    console.warn(
      `seed ${seed}: ${figures} settled after ${settledAfterMs} ms, silent for ${longestSilenceMs} ms (${misfortunes.join(', ')})`,
    );
  }
} finally {
  await cluster.stop();
}
const sum = (of: (outcome: Outcome) => number) => outcomes.reduce((total, outcome) => total + of(outcome), 0);
const [lost, duplicated, diverged] = [sum((o) => o.lost), sum((o) => o.duplicated), sum((o) => o.diverged)];
const silences = outcomes.map((o) => o.longestSilenceMs).toSorted((a, b) => a - b);
const p95 = silences[Math.ceil(silences.length * 0.95) - 1] ?? 0;
console.warn(
  `${outcomes.length} schedules from seed ${firstSeed}: ${sum((o) => o.acknowledged)} of ${sum((o) => o.typed)} acknowledged, ` +
    `lost ${lost}, duplicated ${duplicated}, diverged ${diverged}; longest silence p95 ${p95} ms`,
);
process.exit(lost + duplicated + diverged === 0 ? 0 : 1);
