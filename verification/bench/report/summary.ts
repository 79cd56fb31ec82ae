import type { ProtocolName } from '../load/commands.ts';
import type { Try } from '../measures/typing.ts';

/** Which server ran at which size, and whether with this product's Node.js flags. */
export interface RowKey {
  contender: ProtocolName;
  hasFlags: boolean;
  rooms: number;
}

/** A server at one size: medians of the counted tries. */
export interface Row extends RowKey {
  fanOutP50: number;
  fanOutP99: number;
  /** NaN if the server does not acknowledge. */
  ackP50: number;
  ackP99: number;
  cpuPerEditUs: number;
  serverBusy: number;
  /** Edits that were undelivered or refused, and texts that differ; must be 0. */
  faults: number;
  counted: number;
  discarded: number;
  /** False if every try was disturbed. */
  isClean: boolean;
}

/** Summarizes the tries of one server at one size. Disturbed tries count only if there are no others. */
export function summarise({ contender, hasFlags, rooms }: RowKey, tries: Try[]): Row {
  const clean = tries.filter(({ isClean }) => isClean);
  const counted = clean.length > 0 ? clean : tries;
  const median = (of: (each: Try) => number) =>
    counted.map(of).toSorted((a, b) => a - b)[Math.floor(counted.length / 2)] ?? NaN;
  return {
    contender,
    hasFlags,
    rooms,
    fanOutP50: median(({ fanOut }) => fanOut.p50),
    fanOutP99: median(({ fanOut }) => fanOut.p99),
    ackP50: median(({ ack }) => ack?.p50 ?? NaN),
    ackP99: median(({ ack }) => ack?.p99 ?? NaN),
    cpuPerEditUs: median((each) => each.cpuPerEditUs),
    serverBusy: median((each) => each.serverBusy),
    faults: counted.reduce((sum, each) => sum + each.undelivered + each.refused + (each.isTextEqual ? 0 : 1), 0),
    counted: counted.length,
    discarded: tries.length - counted.length,
    isClean: clean.length > 0,
  };
}
