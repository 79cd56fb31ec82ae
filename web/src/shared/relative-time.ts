import { serverNow } from './api/server-time.ts';
import { once } from './once.ts';

const words = once(() => new Intl.RelativeTimeFormat('en-US', { numeric: 'auto' }));
/** Units from the largest, with their length in milliseconds. */
const UNITS = [
  ['month', 30 * 86_400_000],
  ['day', 86_400_000],
  ['hour', 3_600_000],
  ['minute', 60_000],
] as const;

/** Returns the distance of a moment from now, such as '2 hours ago' or 'in 3 days'. */
export function relativeTime(moment: string): string {
  const ms = Date.parse(moment) - serverNow();
  if (Math.abs(ms) < UNITS[3][1]) return 'just now';
  const [unit, length] = UNITS.find(([, unitMs]) => Math.abs(ms) >= unitMs) ?? UNITS[3];
  return words().format(Math.trunc(ms / length), unit);
}
