import { serverNow } from '../../shared/api/server-time.ts';
import { formatTime } from '../../shared/format.ts';
import { daysFromNow, relativeTime } from '../../shared/relative-time.ts';

/** Up to this distance a count of hours says more than the day (ms). */
const NEAR_MS = 6 * 3_600_000;

/** Returns the distance of a moment from now as a title: 'In 1 hour', 'Tomorrow, 7:42 AM' or 'In 3 days'. */
export function nearText(moment: string): string {
  const days = daysFromNow(moment);
  const isNear = Math.abs(Date.parse(moment) - serverNow()) < NEAR_MS;
  if (Math.abs(days) === 1 && !isNear) return `${days === 1 ? 'Tomorrow' : 'Yesterday'}, ${formatTime(moment)}`;
  const text = relativeTime(moment);
  return text.charAt(0).toUpperCase() + text.slice(1);
}
