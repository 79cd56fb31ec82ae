import type { Fault } from './faults.ts';

/** The longest waits of any client in a schedule, in milliseconds. */
export interface WaitingTimes {
  /** Longest time in which typed text was not acknowledged completely. */
  longestSilenceMs: number;
  /** From the end of the last fault until everything typed was acknowledged. */
  recoveryMs: number;
  /**
   * From a black hole's start until its client showed "Disconnected"; null if there was none or it showed it already.
   */
  warningDelayMs: number | null;
}

/** Limits at the 95th percentile of schedules with one kind of fault only. */
export const LIMITS: Partial<Record<Fault, Partial<Record<keyof WaitingTimes, number>>>> = {
  'kill a node': { longestSilenceMs: 5_000 },
  'stop Redis': { recoveryMs: 2_000 },
  'restart Postgres': { recoveryMs: 2_000 },
  'black hole': { recoveryMs: 3_000, warningDelayMs: 5_000 },
};

/** Moments of one client, as Unix times in milliseconds. */
export interface TypistMoments {
  /** When everything typed so far was acknowledged. */
  savedAt: readonly number[];
  /** When the client showed "Disconnected". */
  warnedAt: readonly number[];
  /** When the client showed "Connected". */
  connectedAt: readonly number[];
  /** When the client's connection became a black hole. */
  blackHoleAt: number | null;
}

/** Computes the waiting times of clients that stayed throughout; the last fault ended at `faultsEndedAt`. */
export function measureWaitingTimes(clients: TypistMoments[], startedAt: number, faultsEndedAt: number): WaitingTimes {
  const warned = clients.flatMap(({ warnedAt, connectedAt, blackHoleAt }) =>
    blackHoleAt === null || latest(warnedAt, blackHoleAt) > latest(connectedAt, blackHoleAt)
      ? []
      : [waitAfter(blackHoleAt, warnedAt)],
  );
  return {
    longestSilenceMs: Math.max(...clients.map(({ savedAt }) => longestGap([startedAt, ...savedAt]))),
    recoveryMs: Math.max(...clients.map(({ savedAt }) => waitAfter(faultsEndedAt, savedAt))),
    warningDelayMs: warned.length === 0 ? null : Math.max(...warned),
  };
}

/** Returns the 95th percentile by nearest rank, or null for an empty list. */
export function p95(values: number[]): number | null {
  return values.toSorted((a, b) => a - b)[Math.ceil(values.length * 0.95) - 1] ?? null;
}

const latest = (moments: readonly number[], until: number) =>
  moments.findLast((moment) => moment <= until) ?? -Infinity;

// If there is no such moment, the client still waits.
function waitAfter(start: number, moments: readonly number[]): number {
  return (moments.find((moment) => moment >= start) ?? Date.now()) - start;
}

function longestGap(moments: readonly number[]): number {
  return Math.max(0, ...moments.slice(1).map((moment, index) => moment - (moments[index] ?? moment)));
}
