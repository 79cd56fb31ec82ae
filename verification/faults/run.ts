import { parseArgs } from 'node:util';
import { exitOnSignals } from '../../server/src/testing/services/at-exit.ts';
import { runBystander } from '../load/bystander.ts';
import { measureEditLatency } from '../load/edit-latency.ts';
import { measureHostileClients } from '../load/hostile-clients.ts';
import { startCluster } from '../support/cluster.ts';
import { Progress } from '../support/progress.ts';
import { measureAdmissions } from './admissions.ts';
import { FAULTS } from './faults.ts';
import { runSchedule, type ScheduleOutcome } from './schedule.ts';
import { runSimulations } from './simulations.ts';
import { LIMITS, p95 } from './waiting-times.ts';

// npm run chaos -- --hostile                     CPU cost of hostile events against honest ones
// npm run chaos -- --bystander --seconds 20      latency of another company during each flood
// npm run chaos -- --admissions 100              candidates enter within three seconds, whichever node dies
// npm run chaos -- --simulations N --seed S      full-text clients in memory
// npm run chaos -- --rooms 100 --seconds 20      latency from an edit to the peer and to the disk
// npm run chaos -- --schedules N --seed S [--only "kill a node"] [--seconds 60] [--nodes N] [--clusters 2]
//   saves finished schedules by the state of the code and resumes an interrupted run
const { values } = parseArgs({
  options: {
    schedules: { type: 'string', default: '10' },
    seed: { type: 'string', default: String(Date.now() % 1_000_000) },
    nodes: { type: 'string', default: '2' },
    only: { type: 'string' },
    seconds: { type: 'string' },
    simulations: { type: 'string' },
    rooms: { type: 'string' },
    hostile: { type: 'boolean', default: false },
    bystander: { type: 'boolean', default: false },
    admissions: { type: 'string' },
    clusters: { type: 'string', default: '1' },
    results: { type: 'string' },
  },
});
exitOnSignals();
if (values.hostile) process.exit((await measureHostileClients()) ? 0 : 1);
if (values.bystander) process.exit((await runBystander(Number(values.seconds ?? 20))) ? 0 : 1);
if (values.admissions !== undefined) process.exit((await measureAdmissions(Number(values.admissions))) ? 0 : 1);
if (values.rooms !== undefined)
  process.exit((await measureEditLatency(Number(values.rooms), Number(values.seconds ?? 20))) ? 0 : 1);
if (values.simulations !== undefined)
  process.exit((await runSimulations(Number(values.simulations), Number(values.seed))) ? 0 : 1);
const only = FAULTS.find((fault) => fault === values.only);
const durationMs = values.seconds === undefined ? undefined : Number(values.seconds) * 1_000;
const firstSeed = Number(values.seed);
const name = ['chaos', only?.replaceAll(' ', '-'), values.seconds, firstSeed].filter(Boolean).join('-');
const progress = new Progress<ScheduleOutcome[]>(values.results, name, []);
const requested = Array.from({ length: Number(values.schedules) }, (_, index) => firstSeed + index);
const pending = requested.filter((seed) => !progress.state.some((outcome) => outcome.seed === seed));
if (pending.length < requested.length)
  console.warn(`${requested.length - pending.length} schedules are finished already`);
await Promise.all(Array.from({ length: Math.min(Number(values.clusters), pending.length) }, runPending));
const outcomes = progress.state.filter(({ seed }) => requested.includes(seed));
const sum = (of: (outcome: ScheduleOutcome) => number) => outcomes.reduce((total, outcome) => total + of(outcome), 0);
const [lost, duplicated, diverged] = [sum((o) => o.lost), sum((o) => o.duplicated), sum((o) => o.diverged)];
const exits = sum((o) => o.exits);
const runsDiffering = sum((o) => o.runsDiffering);
const waits = (['longestSilenceMs', 'recoveryMs', 'warningDelayMs'] as const).map((wait) => {
  const ms = p95(outcomes.flatMap((outcome) => outcome.waits[wait] ?? []));
  const limit = only && LIMITS[only]?.[wait];
  return { wait, ms, limit, isMet: limit === undefined || (ms !== null && ms <= limit) };
});
console.warn(
  `${outcomes.length} schedules from seed ${firstSeed}: ${sum((o) => o.acknowledged)} of ${sum((o) => o.typed)} acknowledged, ` +
    `lost ${lost}, duplicated ${duplicated}, diverged ${diverged}, exits ${exits}, runs that differ ${runsDiffering}; p95 ${waits.flatMap(formatWait).join(', ')}`,
);
process.exit(lost + duplicated + diverged + exits + runsDiffering === 0 && waits.every(({ isMet }) => isMet) ? 0 : 1);

function formatWait({ wait, ms, limit, isMet }: (typeof waits)[number]): string[] {
  if (ms === null && limit === undefined) return [];
  const title = {
    longestSilenceMs: 'longest silence',
    recoveryMs: 'recovery after the fault',
    warningDelayMs: 'warned after',
  }[wait];
  return [`${title} ${ms ?? '?'} ms${limit === undefined ? '' : isMet ? ` of ${limit}` : ` MISSED ${limit}`}`];
}

async function runPending(): Promise<void> {
  const cluster = await startCluster(Number(values.nodes));
  try {
    for (let seed = pending.shift(); seed !== undefined; seed = pending.shift()) {
      const outcome = await runSchedule(cluster, seed, { only, durationMs });
      progress.state.push(outcome);
      progress.save();
      print(outcome);
    }
  } finally {
    await cluster.stop();
  }
}

function print({
  seed,
  faults,
  settledAfterMs,
  waits: { longestSilenceMs, recoveryMs },
  ...outcome
}: ScheduleOutcome): void {
  const counts = (['typed', 'acknowledged', 'lost', 'duplicated', 'diverged', 'runsDiffering'] as const).map(
    (count) => `${count} ${outcome[count]}`,
  );
  const times = `settled after ${settledAfterMs} ms, silent for ${longestSilenceMs} ms, recovered after ${recoveryMs} ms`;
  console.warn(`seed ${seed}: ${counts.join(' ')} ${times} (${faults.join(', ')})`);
  for (const difference of outcome.differences) console.warn(`  ${difference}`);
}
