import type { ProtocolName } from '../load/commands.ts';
import type { ColdJoin } from '../measures/cold-join.ts';
import type { NodesFigures } from '../measures/nodes.ts';
import type { Row } from './summary.ts';

/** Figures of a comparison. */
export interface Figures {
  rows: Row[];
  /** Memory of an idle connection, in KB. */
  memory: Partial<Record<ProtocolName, number>>;
  coldJoin: { compacted: ColdJoin; whole: ColdJoin };
}

/** A limit, the figure and whether the figure meets the limit. */
export interface Target {
  what: string;
  limit: string;
  measured: number;
  isMet: boolean;
}

const ACK_P99_MS = 20;
const IDLE_SOCKET_KB = 40;
const COLD_JOIN_CPU_MS = 60;

type Compared = 'fanOutP50' | 'fanOutP99' | 'cpuPerEditUs';

/** Bounds against other servers under the same flags, at the largest size. */
const BOUNDS: [what: string, figure: Compared, to: ProtocolName, most: number][] = [
  ['Fan-out p99 against Hocuspocus', 'fanOutP99', 'hocuspocus', 0.25],
  ['Fan-out p99 against y-websocket', 'fanOutP99', 'y-websocket', 1],
  ['Fan-out p50 against y-websocket', 'fanOutP50', 'y-websocket', 1],
  ['CPU per edit against Hocuspocus', 'cpuPerEditUs', 'hocuspocus', 0.8],
  ['CPU per edit against y-websocket', 'cpuPerEditUs', 'y-websocket', 1],
];
/** Bound of the CPU per edit against Hocuspocus at the smaller sizes. */
const SMALLER_CPU_MOST = 1;

/**
 * Checks the figures of the largest size against their limits, and the CPU of the smaller ones. Other servers are
 * compared under the flags of this product. If a figure has no undisturbed measurement, it is NaN and misses its
 * target.
 */
export function checkTargets({ rows, memory, coldJoin }: Figures): Target[] {
  const sizes = [...new Set(rows.map(({ rooms }) => rooms))].toSorted((one, other) => other - one);
  const [largest = 0, ...smaller] = sizes;
  const of = (name: ProtocolName, figure: Compared | 'ackP99', size: number) =>
    rows.find((row) => row.contender === name && row.rooms === size && row.hasFlags && row.isClean)?.[figure] ?? NaN;
  const ratio = (figure: Compared, to: ProtocolName, size: number) => of('own', figure, size) / of(to, figure, size);
  return [
    ...BOUNDS.map(([what, figure, to, most]) => atMost(what, ratio(figure, to, largest), most, '×')),
    ...smaller.map((size) =>
      atMost(
        `CPU per edit against Hocuspocus, ${size} rooms`,
        ratio('cpuPerEditUs', 'hocuspocus', size),
        SMALLER_CPU_MOST,
        '×',
      ),
    ),
    atMost('Durable acknowledgement p99', of('own', 'ackP99', largest), ACK_P99_MS, 'ms'),
    atMost('Memory of an idle socket', memory.own ?? NaN, IDLE_SOCKET_KB, 'KB'),
    atMost('Cold join of a long room, compacted as typed', coldJoin.compacted.cpuMs, COLD_JOIN_CPU_MS, 'ms of CPU'),
    atMost('Cold join of a long room, nothing compacted', coldJoin.whole.cpuMs, COLD_JOIN_CPU_MS, 'ms of CPU'),
    atMost(
      'Edits lost, refused or changed by any server',
      rows.reduce((sum, { faults }) => sum + faults, 0),
      0,
      '',
    ),
  ];
}

/** Returns a target with an upper limit. */
export function atMost(what: string, measured: number, limit: number, unit: string): Target {
  return { what, limit: `≤ ${limit} ${unit}`.trim(), measured, isMet: measured <= limit };
}

/** How much more CPU an edit may take on the most nodes, and how much more traffic, than on two nodes. */
const NODES_CPU_MOST = 1.2;
const NODES_TRAFFIC_MOST = 1.1;

/** Checks that CPU and Redis traffic per edit do not grow with the number of nodes. */
export function checkNodes(figures: NodesFigures[]): Target[] {
  const two = figures.find(({ nodes }) => nodes === 2);
  const most = figures.toSorted((a, b) => b.nodes - a.nodes)[0];
  const ratio = (of: 'cpuPerEditUs' | 'publishedPerEdit' | 'redisBytesPerEdit') =>
    (most?.[of] ?? NaN) / (two?.[of] ?? NaN);
  return [
    atMost(`CPU per edit, ${most?.nodes} nodes against 2`, ratio('cpuPerEditUs'), NODES_CPU_MOST, '×'),
    atMost('Messages to Redis per edit, likewise', ratio('publishedPerEdit'), NODES_TRAFFIC_MOST, '×'),
    atMost('Bytes from Redis per edit, likewise', ratio('redisBytesPerEdit'), NODES_TRAFFIC_MOST, '×'),
    atMost(
      'Edits undelivered or refused',
      figures.reduce((sum, { undelivered, refused }) => sum + undelivered + refused, 0),
      0,
      '',
    ),
  ];
}
