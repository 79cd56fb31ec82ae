import type { ProtocolName } from '../load/commands.ts';
import type { ColdJoin } from '../measures/cold-join.ts';
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

const ACK_P99_MS = 25;
const IDLE_SOCKET_KB = 40;
const COLD_JOIN_CPU_MS = 60;

/**
 * Checks the figures of the largest size against their limits. A figure without an undisturbed measurement is NaN and
 * does not meet its target.
 */
export function checkTargets({ rows, memory, coldJoin }: Figures): Target[] {
  const largest = Math.max(...rows.map(({ rooms }) => rooms));
  const of = (name: ProtocolName, figure: 'fanOutP99' | 'cpuPerEditUs' | 'ackP99') =>
    rows.find(({ contender, rooms, isClean }) => contender === name && rooms === largest && isClean)?.[figure] ?? NaN;
  const ratio = (figure: 'fanOutP99' | 'cpuPerEditUs', to: ProtocolName) => of('own', figure) / of(to, figure);
  return [
    atMost('Fan-out p99 against Hocuspocus', ratio('fanOutP99', 'hocuspocus'), 0.25, '×'),
    atMost('Fan-out p99 against y-websocket', ratio('fanOutP99', 'y-websocket'), 2, '×'),
    atMost('CPU per edit against Hocuspocus', ratio('cpuPerEditUs', 'hocuspocus'), 1, '×'),
    atMost('Durable acknowledgement p99', of('own', 'ackP99'), ACK_P99_MS, 'ms'),
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
