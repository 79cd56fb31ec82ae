import type { Misfortune } from './faults.ts';

/** What the people of a schedule had to wait for, the longest of each, in milliseconds. */
export interface Times {
  /** Without an acknowledgement of all that they had typed. */
  silentMs: number;
  /** From the end of the last misfortune until all that they had typed was acknowledged. */
  backMs: number;
  /**
   * From when a connection swallowed everything until its person read "Disconnected"; null when none did, or when they
   * had read it before and nothing else since.
   */
  warnedMs: number | null;
}

/** What people may have to wait for when nothing but this happens, at the 95th percentile of the schedules. */
export const LIMITS: Partial<Record<Misfortune, Partial<Record<keyof Times, number>>>> = {
  'kill a node': { silentMs: 5_000 },
  'stop Redis': { backMs: 2_000 },
  'restart Postgres': { backMs: 2_000 },
  'black hole': { backMs: 3_000, warnedMs: 5_000 },
};

/** Moments of one person, in milliseconds. */
export interface Moments {
  /** When all that they had typed was acknowledged. */
  savedAt: readonly number[];
  /** When they read "Disconnected". */
  warnedAt: readonly number[];
  /** When they read "Connected". */
  connectedAt: readonly number[];
  /** When their connection began to swallow everything. */
  swallowedAt: number | null;
}

/** What the people, who were there from start to end, had to wait for, the last misfortune being over at `overAt`. */
export function timesOf(people: Moments[], startedAt: number, overAt: number): Times {
  const warned = people.flatMap(({ warnedAt, connectedAt, swallowedAt }) =>
    swallowedAt === null || latest(warnedAt, swallowedAt) > latest(connectedAt, swallowedAt)
      ? []
      : [between(swallowedAt, warnedAt)],
  );
  return {
    silentMs: Math.max(...people.map(({ savedAt }) => longestGap([startedAt, ...savedAt]))),
    backMs: Math.max(...people.map(({ savedAt }) => between(overAt, savedAt))),
    warnedMs: warned.length === 0 ? null : Math.max(...warned),
  };
}

/** The smallest number that 95 of 100 do not exceed; null of none. */
export function p95(values: number[]): number | null {
  return values.toSorted((a, b) => a - b)[Math.ceil(values.length * 0.95) - 1] ?? null;
}

const latest = (moments: readonly number[], until: number) =>
  moments.findLast((moment) => moment <= until) ?? -Infinity;

// Whose moment never came waited until now.
function between(start: number, moments: readonly number[]): number {
  return (moments.find((moment) => moment >= start) ?? Date.now()) - start;
}

function longestGap(moments: readonly number[]): number {
  return Math.max(0, ...moments.slice(1).map((moment, index) => moment - (moments[index] ?? moment)));
}
