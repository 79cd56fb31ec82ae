import { serverNow } from '../../shared/api/server-time.ts';
import { once } from '../../shared/once.ts';
import { daysFromNow, relativeTime } from '../../shared/relative-time.ts';

/** Up to this distance a count of hours says more than the day (ms). */
const NEAR_MS = 6 * 3_600_000;

const hour = once(() => new Intl.DateTimeFormat('en-US', { hour: 'numeric', minute: '2-digit' }));

/** Returns the hour of a moment in this device's time zone, such as '7:42 AM'. */
export const hourText = (moment: string) => hour().format(new Date(moment));

/** Returns the distance of a moment from now as a title: 'In 1 hour', 'Tomorrow, 7:42 AM' or 'In 3 days'. */
export function nearText(moment: string): string {
  const days = daysFromNow(moment);
  const isNear = Math.abs(Date.parse(moment) - serverNow()) < NEAR_MS;
  if (Math.abs(days) === 1 && !isNear) return `${days === 1 ? 'Tomorrow' : 'Yesterday'}, ${hourText(moment)}`;
  const text = relativeTime(moment);
  return text.charAt(0).toUpperCase() + text.slice(1);
}
