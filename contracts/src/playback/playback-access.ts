import type { Plan } from '../billing/billing.ts';

/** How long after its end a session plays back on a plan without recordings (days). */
export const PLAYBACK_DAYS = 30;

const DAY_MS = 24 * 3600 * 1000;

/**
 * Returns whether a plan plays back a session that ended at a time; null, if that is unknown, counts as now. `now` is
 * in milliseconds since 1970.
 */
export function playsBack(
  { recording_enabled: isWhole }: Pick<Plan, 'recording_enabled'>,
  endedAt: string | null,
  now: number,
): boolean {
  return isWhole || endedAt === null || now - Date.parse(endedAt) <= PLAYBACK_DAYS * DAY_MS;
}
