import { compare } from './comparison.ts';
import { machineFacts } from './machine/facts.ts';
import { measureRedisOutage } from './measures/redis-outage.ts';
import { EDITS_PER_SECOND, readOptions, type Options } from './options.ts';
import { keep } from './report/keep.ts';
import { comparisonPage, outagePage } from './report/markdown.ts';
import { atMost, checkTargets } from './report/targets.ts';
import { Stage } from './servers/stage.ts';

// npm run bench:rooms [-- --rooms 50,200,1000 --seconds 10 --tries 3 | --redis-outage 600]

/** Longest an edit takes to the other node by way of the log, in milliseconds. */
const ACROSS_P99_MS = 600;
const OUTAGE_TO_KEEP_SECONDS = 600;

const options = readOptions(process.argv.slice(2));
if (process.platform !== 'linux') throw new Error('The benchmark reads /proc: it runs on Linux.');
// Ended from outside, it still ends what it started.
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.once(signal, () => process.exit(1));
const stage = await Stage.set();
try {
  await (options.redisOutage > 0 ? outage(stage, options) : comparison(stage, options));
} finally {
  await stage.clear();
}

async function comparison(on: Stage, asked: Options): Promise<void> {
  const machine = machineFacts(await on.database.version());
  const figures = await compare(on, asked, (line) => process.stderr.write(`${line}\n`));
  const targets = checkTargets(figures);
  const page = comparisonPage(figures, targets, machine, asked);
  process.stdout.write(`\n${page}\n`);
  if (asked.isComplete) keep('rooms', page, { machine, options: asked, ...figures, targets });
}

async function outage(on: Stage, asked: Options): Promise<void> {
  const machine = machineFacts(await on.database.version());
  const pace = { editsPerSecond: EDITS_PER_SECOND, warmUp: asked.warmUp, seconds: asked.seconds };
  const measured = await measureRedisOutage(on, Math.max(...asked.rooms), pace, asked.redisOutage);
  const { before, during, after, exits } = measured;
  const targets = [
    atMost('Across nodes without Redis, p99', during.fanOut.p99, ACROSS_P99_MS, 'ms'),
    atMost('Nodes that ended', exits, 0, ''),
    atMost('Edits undelivered', before.undelivered + during.undelivered + after.undelivered, 0, ''),
  ];
  const page = outagePage(measured, targets, machine);
  process.stdout.write(`\n${page}\n`);
  if (asked.redisOutage >= OUTAGE_TO_KEEP_SECONDS) keep('redis-outage', page, { machine, ...measured, targets });
}
