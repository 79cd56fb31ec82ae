import type { Seat } from './protocols/protocol.ts';

export type ProtocolName = 'own' | 'hocuspocus' | 'y-websocket' | 'socket-io-relay' | 'ws-relay';

/** What the benchmark asks of the load generator's process. */
export type Command =
  | { kind: 'connect'; protocol: ProtocolName; seats: Seat[] }
  | { kind: 'type'; pace: Pace }
  | { kind: 'fill'; rooms: string[]; edits: number };

/** How every room with a writer is typed in. */
export interface Pace {
  editsPerSecond: number;
  /** Typed before anything is counted, in seconds. */
  warmUp: number;
  /** Typed and counted, in seconds. */
  seconds: number;
}

/** Median, 99th percentile and largest of some latencies, in milliseconds. */
export interface Latency {
  p50: number;
  p99: number;
  max: number;
}

/** What came of typing at a pace. */
export interface TypingOutcome {
  /** Edits sent while it counted. */
  edits: number;
  /** From sending an edit until its peer has it. */
  fanOut: Latency;
  /** From sending an edit until it is acknowledged; null where nothing acknowledges. */
  ack: Latency | null;
  /** Edits their peer did not get within the time to settle. */
  undelivered: number;
  refused: number;
  /** The text put together by a reader is the one that was typed. */
  isTextRight: boolean;
  /** 99th percentile of how late the generator itself was, in milliseconds. */
  lateP99: number;
  /** Share of one core the generator used. */
  generatorBusy: number;
}

/** What the generator's process says. */
export type Message =
  | { kind: 'counting'; isOn: boolean }
  | { kind: 'done'; outcome: TypingOutcome | null }
  | { kind: 'failed'; reason: string };
