import type { ProtocolName } from '../load/commands.ts';
import { TRACE_PACE } from '../load/edits.ts';
import type { MachineFacts } from '../machine/facts.ts';
import type { NodesFigures } from '../measures/nodes.ts';
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
    `${options.people} clients per room, one ${describePace(options.style)}; one load generator in its own process for all servers. ` +
      `${options.tries} tries of ${options.seconds} s after ${options.warmUp} s of warm-up, in turns; medians. ` +
      `No client sends heartbeats or cursors. Every server runs with this product's Node.js flags and allocator settings ` +
      `(decision 0018), and as documented without them; the ratio in parentheses is to this server under the same ones. ` +
      `Memory of an idle socket is measured once a server, as each runs in production.`,
    ...sizes.map((rooms) => sizeSection(figures, rooms)),
    coldJoinSection(figures),
    '## Targets',
    targetTable(targets),
    discardedLine(figures.rows),
  ].join('\n\n');
}

const describePace = (style: Options['style']) =>
  style === 'trace'
    ? `types like a scripted person, ${figure(TRACE_PACE)} edits a second on average, with pauses, deletions and pastes`
    : 'types 5 edits a second';

/** Formats the comparison of numbers of nodes as a page. */
export function nodesPage(figures: NodesFigures[], targets: Target[], machine: MachineFacts): string {
  const head = [
    'nodes',
    'rooms',
    'CPU µs/edit',
    'fan-out p50 ms',
    'p99 ms',
    'ack p99 ms',
    'published/edit',
    'Redis B/edit',
  ];
  const rows = figures.map((each) => [
    each.nodes,
    each.rooms,
    ...[each.cpuPerEditUs, each.fanOut.p50, each.fanOut.p99, each.ack?.p99 ?? NaN].map(figure),
    ...[each.publishedPerEdit, each.redisBytesPerEdit].map(figure),
  ]);
  const others = Math.max(...figures.map(({ disturbance }) => disturbance.others));
  return [
    '# Nodes compared',
    machineLine(machine, 'generator pinned to a core, the rest unpinned'),
    `One Postgres, one Redis; the same number of rooms for each node, and the two people of a room on different nodes. ` +
      `CPU is that of all nodes. Other processes used up to ${Math.round(others * 100)} % of the machine.`,
    table(head, rows),
    targetTable(targets),
  ].join('\n\n');
}

function sizeSection({ rows, memory }: Figures, rooms: number): string {
  const rowOf = (name: ProtocolName, hasFlags: boolean) =>
    rows.find((row) => row.contender === name && row.hasFlags === hasFlags && row.rooms === rooms);
  const pairs = CONTENDERS.flatMap((contender) => [true, false].map((hasFlags) => ({ ...contender, hasFlags })));
  const cells = pairs.flatMap(({ name, title, hasFlags }) => {
    const row = rowOf(name, hasFlags);
    const own = rowOf('own', hasFlags);
    if (!row) return [];
    const compared = (by: 'fanOutP50' | 'fanOutP99' | 'cpuPerEditUs') =>
      row === own ? figure(row[by]) : `${figure(row[by])} (${figure(row[by] / (own?.[by] ?? NaN))} ×)`;
    return [
      [
        `${title}${hasFlags ? ', flags' : ''}${row.isClean ? '' : ' *'}`,
        compared('fanOutP50'),
        compared('fanOutP99'),
        Number.isNaN(row.ackP99) ? '–' : `${figure(row.ackP50)} / ${figure(row.ackP99)}`,
        compared('cpuPerEditUs'),
        `${Math.round(row.serverBusy * 100)} %`,
        hasFlags === (name === 'own') ? figure(memory[name] ?? NaN) : '',
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

/** Describes a machine; `held` names the processes that are pinned to a core. */
function machineLine(machine: MachineFacts, held: string): string {
  const { cores, cpu, memoryGb, platform, node, postgres, diskSyncMs, pinned } = machine;
  return (
    `${cores} cores (${cpu}), ${memoryGb} GB, ${platform}, Node ${node}, Postgres ${postgres} ` +
    `(fsync on, ${figure(diskSyncMs)} ms to the disk), loopback; ${pinned ? held : 'nothing pinned'}.`
  );
}
