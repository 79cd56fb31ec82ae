import { serverNow } from './api/server-time.ts';
import { once } from './once.ts';

const words = once(() => new Intl.RelativeTimeFormat('en-US', { numeric: 'auto' }));

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;
const MONTH_DAYS = 30;

/** Returns the distance of a moment from now, such as '2 hours ago' or 'in 3 days'. */
export function relativeTime(moment: string): string {
  const ms = Date.parse(moment) - serverNow();
  const distance = Math.abs(ms);
  if (distance < MINUTE_MS) return 'just now';
  if (distance < HOUR_MS) return words().format(Math.trunc(ms / MINUTE_MS), 'minute');
  if (distance < DAY_MS) return words().format(Math.trunc(ms / HOUR_MS), 'hour');
  const days = daysFromNow(moment);
  const isFar = Math.abs(days) >= MONTH_DAYS;
  return isFar ? words().format(Math.trunc(days / MONTH_DAYS), 'month') : words().format(days, 'day');
}

/** Returns the days between today and the day of a moment on this device's calendar: 1 for tomorrow. */
export function daysFromNow(moment: string): number {
  // Rounded, because a day may have 23 or 25 hours.
  return Math.round((midnight(Date.parse(moment)) - midnight(serverNow())) / DAY_MS);
}

const midnight = (at: number) => new Date(at).setHours(0, 0, 0, 0);
