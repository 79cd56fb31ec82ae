import type { ProtocolName } from '../load/commands.ts';
import type { ColdJoin } from '../measures/cold-join.ts';
import type { Row } from './summary.ts';

/** What has been measured; the outage is a run of its own. */
export interface Figures {
  rows: Row[];
  /** KB of each idle connection. */
  memory: Partial<Record<ProtocolName, number>>;
  coldJoin: { folded: ColdJoin; whole: ColdJoin };
}

/** A figure to hold, and whether it was held. */
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
 * Holds the figures of the largest size against their limits. What was not measured, or never undisturbed, is NaN and
 * not met.
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
    atMost('Cold join of a long room, folded as typed', coldJoin.folded.cpuMs, COLD_JOIN_CPU_MS, 'ms of CPU'),
    atMost('Cold join of a long room, nothing folded', coldJoin.whole.cpuMs, COLD_JOIN_CPU_MS, 'ms of CPU'),
    atMost(
      'Edits lost, refused or changed by anybody',
      rows.reduce((sum, { faults }) => sum + faults, 0),
      0,
      '',
    ),
  ];
}

/** A target that a figure must not exceed. */
export function atMost(what: string, measured: number, limit: number, unit: string): Target {
  return { what, limit: `≤ ${limit} ${unit}`.trim(), measured, isMet: measured <= limit };
}
