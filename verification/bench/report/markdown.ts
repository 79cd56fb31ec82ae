import type { MachineFacts } from '../machine/facts.ts';
import type { RedisOutage } from '../measures/redis-outage.ts';
import type { Options } from '../options.ts';
import { CONTENDERS } from '../servers/contenders.ts';
import type { Row } from './summary.ts';
import { figure, table, targetTable } from './table.ts';
import type { Figures, Target } from './targets.ts';

/** Formats the comparison as a page. */
export function comparisonPage(figures: Figures, targets: Target[], machine: MachineFacts, options: Options): string {
  const sizes = [...new Set(figures.rows.map(({ rooms }) => rooms))];
  return [
    `# Rooms compared`,
    machineLine(machine, 'server and generator pinned to a core each, Postgres unpinned'),
    `Two clients per room, one types 5 edits a second; one load generator in its own process for all servers. ` +
      `${options.tries} tries of ${options.seconds} s after ${options.warmUp} s of warm-up, in turns; medians. ` +
      `No client sends heartbeats or cursors. This server runs with its production Node.js flags (decision 0018), the others ` +
      `without flags. The ratio in parentheses is to this server.`,
    ...sizes.map((rooms) => sizeSection(figures, rooms)),
    coldJoinSection(figures),
    '## Targets',
    targetTable(targets),
    discardedLine(figures.rows),
  ].join('\n\n');
}

/** Formats the Redis outage as a page. */
export function outagePage(outage: RedisOutage, targets: Target[], machine: MachineFacts): string {
  const rows = (['before', 'during', 'after'] as const).map((when) => {
    const { fanOut, ack, edits, undelivered } = outage[when];
    return [when, edits, figure(fanOut.p50), figure(fanOut.p99), figure(ack?.p99 ?? NaN), undelivered];
  });
  return [
    `# Two nodes, ${outage.rooms} rooms, ${outage.seconds} s without Redis`,
    machineLine(machine, 'generator pinned to a core, the rest unpinned'),
    table(['', 'edits', 'across p50 ms', 'p99 ms', 'ack p99 ms', 'undelivered'], rows),
    targetTable(targets),
  ].join('\n\n');
}

function sizeSection({ rows, memory }: Figures, rooms: number): string {
  const own = rows.find((row) => row.contender === 'own' && row.rooms === rooms);
  const cells = CONTENDERS.flatMap(({ name, title }) => {
    const row = rows.find((each) => each.contender === name && each.rooms === rooms);
    if (!row) return [];
    const compared = (by: 'fanOutP50' | 'fanOutP99' | 'cpuPerEditUs') =>
      row === own ? figure(row[by]) : `${figure(row[by])} (${figure(row[by] / (own?.[by] ?? NaN))} ×)`;
    return [
      [
        row.isClean ? title : `${title} *`,
        compared('fanOutP50'),
        compared('fanOutP99'),
        Number.isNaN(row.ackP99) ? '–' : `${figure(row.ackP50)} / ${figure(row.ackP99)}`,
        compared('cpuPerEditUs'),
        `${Math.round(row.serverBusy * 100)} %`,
        figure(memory[name] ?? NaN),
      ],
    ];
  });
  const head = ['server', 'fan-out p50 ms', 'p99 ms', 'ack p50 / p99 ms', 'CPU µs/edit', 'core', 'KB/idle socket'];
  return `## ${rooms} rooms\n\n${table(head, cells)}`;
}

function coldJoinSection({ coldJoin: { compacted, whole } }: Figures): string {
  const row = (title: string, { rows, cpuMs, waitMs }: typeof compacted) => [
    title,
    rows,
    figure(cpuMs),
    figure(waitMs),
  ];
  return [
    `## First join of a room of ${compacted.edits.toLocaleString('en-US')} edits after a node's start`,
    table(
      ['the log', 'rows replayed', 'CPU ms', 'wait ms'],
      [row('compacted while typed', compacted), row('not compacted: typed within seconds', whole)],
    ),
  ].join('\n\n');
}

function discardedLine(rows: Row[]): string {
  const discarded = rows.reduce((sum, row) => sum + row.discarded, 0);
  const disturbed = rows.some(({ isClean }) => !isClean);
  const thrownAway = `${discarded} tries were discarded because other processes used the machine or the generator was late.`;
  return disturbed ? `${thrownAway} Rows with * have only such tries and are unreliable.` : thrownAway;
}

function machineLine(machine: MachineFacts, held: string): string {
  const { cores, cpu, memoryGb, platform, node, postgres, diskSyncMs, pinned } = machine;
  return (
    `${cores} cores (${cpu}), ${memoryGb} GB, ${platform}, Node ${node}, Postgres ${postgres} ` +
    `(fsync on, ${figure(diskSyncMs)} ms to the disk), loopback; ${pinned ? held : 'nothing pinned'}.`
  );
}
