import type { TypingStyle } from './edits.ts';
import type { JoinTarget } from './protocols/protocol.ts';

export type ProtocolName = 'own' | 'hocuspocus' | 'y-websocket' | 'socket-io-relay' | 'ws-relay';

/** A command for the load generator's process. */
export type Command =
  | { kind: 'connect'; protocol: ProtocolName; targets: JoinTarget[]; style: TypingStyle }
  | { kind: 'type'; pace: Pace }
  | { kind: 'fill'; rooms: string[]; edits: number };

/** Typing pace in every room with a writer. */
export interface Pace {
  editsPerSecond: number;
  /** Typing before the measurement, in seconds. */
  warmUp: number;
  /** Measured typing, in seconds. */
  seconds: number;
}

/** Median, 99th percentile and maximum, in milliseconds. */
export interface Latency {
  p50: number;
  p99: number;
  max: number;
}

/** Results of typing at a pace. */
export interface TypingOutcome {
  /** Edits sent during the measurement. */
  edits: number;
  /** From sending an edit until its peer receives it. */
  fanOut: Latency;
  /** From sending an edit until its acknowledgement; null if the server does not acknowledge. */
  ack: Latency | null;
  /** Edits that the peer did not receive in time. */
  undelivered: number;
  refused: number;
  /** True if a reader's text equals the typed text. */
  isTextEqual: boolean;
  /** 99th percentile of the generator's own delay, in milliseconds. */
  lateP99: number;
  /** Share of one core that the generator used. */
  generatorBusy: number;
}

/** A message from the load generator's process. */
export type Message =
  | { kind: 'counting'; isOn: boolean }
  | { kind: 'done'; outcome: TypingOutcome | null }
  | { kind: 'failed'; reason: string };
