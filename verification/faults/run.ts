import { parseArgs } from 'node:util';
import { exitOnSignals } from '../../server/src/testing/services/at-exit.ts';
import { runBystander } from '../load/bystander.ts';
import { startCluster } from '../support/cluster.ts';
import { runHostile } from '../load/hostile-clients.ts';
import { runLatency } from '../load/edit-latency.ts';
import { MISFORTUNES } from './faults.ts';
import { Progress } from '../support/progress.ts';
import { runSchedule, type Outcome } from './schedule.ts';
import { LIMITS, p95 } from './waiting-times.ts';
import { runWorlds } from './simulations.ts';

// npm run chaos -- --hostile               what hostile clients cost a node
// npm run chaos -- --bystander --seconds 20    what a hostile room costs another company, flood by flood
// npm run chaos -- --worlds N --seed S     plain clients in memory
// npm run chaos -- --rooms 100 --seconds 20    how soon an edit is with the other and on the disk
// npm run chaos -- --schedules N --seed S [--only "kill a node"] [--seconds 60] [--nodes N] [--clusters 2]
//   keeps what it found by the state of the code and goes on where it stopped
const { values } = parseArgs({
  options: {
    schedules: { type: 'string', default: '10' },
    seed: { type: 'string', default: String(Date.now() % 1_000_000) },
    nodes: { type: 'string', default: '2' },
    only: { type: 'string' },
    seconds: { type: 'string' },
    worlds: { type: 'string' },
    rooms: { type: 'string' },
    hostile: { type: 'boolean', default: false },
    bystander: { type: 'boolean', default: false },
    clusters: { type: 'string', default: '1' },
    results: { type: 'string' },
  },
});
exitOnSignals();
if (values.hostile) process.exit((await runHostile()) ? 0 : 1);
if (values.bystander) process.exit((await runBystander(Number(values.seconds ?? 20))) ? 0 : 1);
if (values.rooms !== undefined)
  process.exit((await runLatency(Number(values.rooms), Number(values.seconds ?? 20))) ? 0 : 1);
if (values.worlds !== undefined) process.exit((await runWorlds(Number(values.worlds), Number(values.seed))) ? 0 : 1);
const only = MISFORTUNES.find((misfortune) => misfortune === values.only);
const forMs = values.seconds === undefined ? undefined : Number(values.seconds) * 1_000;
const firstSeed = Number(values.seed);
const name = ['chaos', only?.replaceAll(' ', '-'), values.seconds, firstSeed].filter(Boolean).join('-');
const progress = new Progress<Outcome[]>(values.results, name, []);
const wanted = Array.from({ length: Number(values.schedules) }, (_, index) => firstSeed + index);
const waiting = wanted.filter((seed) => !progress.state.some((outcome) => outcome.seed === seed));
if (waiting.length < wanted.length) console.warn(`${wanted.length - waiting.length} of them are done already`);
await Promise.all(Array.from({ length: Math.min(Number(values.clusters), waiting.length) }, runWaiting));
const outcomes = progress.state.filter(({ seed }) => wanted.includes(seed));
const sum = (of: (outcome: Outcome) => number) => outcomes.reduce((total, outcome) => total + of(outcome), 0);
const [lost, duplicated, diverged] = [sum((o) => o.lost), sum((o) => o.duplicated), sum((o) => o.diverged)];
const exits = sum((o) => o.exits);
const times = (['silentMs', 'backMs', 'warnedMs'] as const).map((of) => {
  const ms = p95(outcomes.flatMap((outcome) => outcome.times[of] ?? []));
  const limit = only && LIMITS[only]?.[of];
  return { of, ms, limit, isKept: limit === undefined || (ms !== null && ms <= limit) };
});
console.warn(
  `${outcomes.length} schedules from seed ${firstSeed}: ${sum((o) => o.acknowledged)} of ${sum((o) => o.typed)} acknowledged, ` +
    `lost ${lost}, duplicated ${duplicated}, diverged ${diverged}, exits ${exits}; p95 ${times.flatMap(toldTime).join(', ')}`,
);
process.exit(lost + duplicated + diverged + exits === 0 && times.every(({ isKept }) => isKept) ? 0 : 1);

function toldTime({ of, ms, limit, isKept }: (typeof times)[number]): string[] {
  if (ms === null && limit === undefined) return [];
  const what = { silentMs: 'longest silence', backMs: 'typing again after its end', warnedMs: 'warned after' }[of];
  return [`${what} ${ms ?? '?'} ms${limit === undefined ? '' : isKept ? ` of ${limit}` : ` MISSED ${limit}`}`];
}

async function runWaiting(): Promise<void> {
  const cluster = await startCluster(Number(values.nodes));
  try {
    for (let seed = waiting.shift(); seed !== undefined; seed = waiting.shift()) {
      const outcome = await runSchedule(cluster, seed, { only, forMs });
      progress.state.push(outcome);
      progress.keep();
      tell(outcome);
    }
  } finally {
    await cluster.stop();
  }
}

function tell(outcome: Outcome): void {
  const { seed, misfortunes, typed, acknowledged, lost: gone, duplicated: twice, diverged: apart } = outcome;
  const figures = `typed ${typed} acknowledged ${acknowledged} lost ${gone} duplicated ${twice} diverged ${apart}`;
  const times = `settled after ${outcome.settledAfterMs} ms, silent for ${outcome.times.silentMs} ms, back after ${outcome.times.backMs} ms`;
  console.warn(`seed ${seed}: ${figures} ${times} (${misfortunes.join(', ')})`);
  for (const each of outcome.apart) console.warn(`  apart: ${each}`);
}
