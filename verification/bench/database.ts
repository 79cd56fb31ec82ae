import { parseArgs } from 'node:util';
import { measureGrowth, type Growth } from './growth/measure-growth.ts';
import { planPage } from './growth/query-plans.ts';
import { watchDisturbance } from './machine/disturbance.ts';
import { machineFacts } from './machine/facts.ts';
import { machineLine } from './report/markdown.ts';
import { saveResults } from '../../testkit/save-results.ts';
import { figure, table, targetTable } from './report/table.ts';
import { atMost } from './report/targets.ts';
import { TestBed } from './servers/test-bed.ts';

// npm run bench:database [-- --interviews 10000,1000000 --seconds 5]

const COMPLETE = { interviews: '10000,100000,1000000', seconds: '5' };
/** How much longer list and open may take in the largest database than in the smallest. */
const GROWTH_MOST = 1.5;
const KB = 1_000;
const MB = 1_000_000;

const { values } = parseArgs({
  options: {
    interviews: { type: 'string', default: COMPLETE.interviews },
    seconds: { type: 'string', default: COMPLETE.seconds },
  },
});
const asked = { sizes: values.interviews.split(',').map(Number), seconds: Number(values.seconds) };
if (![...asked.sizes, asked.seconds].every((number) => number > 0))
  throw new Error('--interviews and --seconds take numbers above 0.');
if (process.platform !== 'linux') throw new Error('The benchmark reads /proc: it runs on Linux.');
// A signal still stops all child processes.
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.once(signal, () => process.exit(1));
const testBed = await TestBed.create();
try {
  const machine = machineFacts(await testBed.database.version());
  const disturbance = watchDisturbance();
  const growth = await measureGrowth(testBed, asked, (line) => process.stderr.write(`${line}\n`));
  const { others } = disturbance();
  const targets = [
    atMost('List p99, largest against smallest', ratio(growth, 'list'), GROWTH_MOST, '×'),
    atMost('Open p99, largest against smallest', ratio(growth, 'open'), GROWTH_MOST, '×'),
  ];
  const plans = await planPage(testBed.databaseUrl, await testBed.database.anyInterview());
  const page = [
    '# The growth of the database',
    machineLine(machine, 'the server pinned to a core, Postgres and the client unpinned'),
    `Other processes used ${Math.round(others * 100)} % of the machine.`,
    hourSection(growth),
    sizeSection(growth),
    targetTable(targets),
    `# Query plans at ${Math.max(...asked.sizes).toLocaleString('en-US')} interviews`,
    plans,
  ].join('\n\n');
  process.stdout.write(`\n${page}\n`);
  if (values.interviews === COMPLETE.interviews && values.seconds === COMPLETE.seconds)
    saveResults('database', page, { machine, options: asked, others, ...growth, targets });
} finally {
  await testBed.close();
}

function ratio({ times }: Growth, by: 'list' | 'open'): number {
  return (times.at(-1)?.[by].p99 ?? NaN) / (times[0]?.[by].p99 ?? NaN);
}

function hourSection({ hour }: Growth): string {
  const perEdit = (bytes: number) => figure(bytes / hour.edits);
  return [
    `## An hour of typing: ${hour.edits.toLocaleString('en-US')} edits, one character each, without a pause`,
    table(
      ['', 'bytes per edit', 'in all, KB'],
      [
        ['the updates themselves', perEdit(hour.updateBytes), figure(hour.updateBytes / KB)],
        ['their table with its indexes', perEdit(hour.tableBytes), figure(hour.tableBytes / KB)],
        ['the compacted document', perEdit(hour.snapshotBytes), figure(hour.snapshotBytes / KB)],
      ],
    ),
    `The log keeps all ${hour.rows.toLocaleString('en-US')} rows, because the playback shows them; the compacted document ` +
      `saves their replay, not their space. Ten thousand such hours take ${figure((hour.tableBytes * 10_000) / 1e9)} GB.`,
  ].join('\n\n');
}

function sizeSection({ times }: Growth): string {
  return [
    '## List and open while the database grows',
    `Companies of 10,000 interviews, each with a document and the first row of its log; 16 connections ask without a pause.`,
    table(
      ['interviews', 'MB without logs', 'list p50 ms', 'p99', 'open p50 ms', 'p99'],
      times.map(({ interviews, bytes, list, open }) => [
        interviews.toLocaleString('en-US'),
        figure(bytes / MB),
        ...[list.p50, list.p99, open.p50, open.p99].map(figure),
      ]),
    ),
  ].join('\n\n');
}
