import type { ProtocolName } from '../load/commands.ts';
import type { Try } from '../measures/typing.ts';

/** A server at one size: medians of the tries that count. */
export interface Row {
  contender: ProtocolName;
  rooms: number;
  fanOutP50: number;
  fanOutP99: number;
  /** NaN where nothing acknowledges. */
  ackP50: number;
  ackP99: number;
  cpuPerEditUs: number;
  serverBusy: number;
  /** Edits that did not arrive, were refused, or made another text; anything but 0 is a fault. */
  faults: number;
  counted: number;
  discarded: number;
  /** False when every try was disturbed and the figures are those of disturbed ones. */
  isClean: boolean;
}

/** Sums up the tries of one server at one size; disturbed ones count only when there is no other. */
export function summarise(contender: ProtocolName, rooms: number, tries: Try[]): Row {
  const clean = tries.filter(({ isClean }) => isClean);
  const counted = clean.length > 0 ? clean : tries;
  const median = (of: (each: Try) => number) =>
    counted.map(of).toSorted((a, b) => a - b)[Math.floor(counted.length / 2)] ?? NaN;
  return {
    contender,
    rooms,
    fanOutP50: median(({ fanOut }) => fanOut.p50),
    fanOutP99: median(({ fanOut }) => fanOut.p99),
    ackP50: median(({ ack }) => ack?.p50 ?? NaN),
    ackP99: median(({ ack }) => ack?.p99 ?? NaN),
    cpuPerEditUs: median((each) => each.cpuPerEditUs),
    serverBusy: median((each) => each.serverBusy),
    faults: counted.reduce((sum, each) => sum + each.undelivered + each.refused + (each.isTextRight ? 0 : 1), 0),
    counted: counted.length,
    discarded: tries.length - counted.length,
    isClean: clean.length > 0,
  };
}
