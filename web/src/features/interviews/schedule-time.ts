import { currentZone } from '@cip/contracts/interviews/plan-text';
import { serverNow } from '../../shared/api/server-time.ts';

const HOUR_MS = 3_600_000;

const pad = (value: number) => String(value).padStart(2, '0');

/** Returns the next full hour that is at least an hour away, in the format of a date-and-time field. */
export function suggestedTime(now: Date): string {
  return localTime(new Date(Math.ceil(now.getTime() / HOUR_MS) * HOUR_MS + HOUR_MS).toISOString());
}

/** Returns a moment in this device's time zone, in the format of a date-and-time field; empty if there is none. */
export function localTime(moment: string | null): string {
  if (moment === null) return '';
  const at = new Date(moment);
  const day = `${at.getFullYear()}-${pad(at.getMonth() + 1)}-${pad(at.getDate())}`;
  return `${day}T${pad(at.getHours())}:${pad(at.getMinutes())}`;
}

/** Returns the moment of a date-and-time field's value in this device's time zone; null while it is incomplete. */
export function toMoment(local: string): string | null {
  const moment = new Date(local);
  return local === '' || Number.isNaN(moment.getTime()) ? null : moment.toISOString();
}

const day = (weekday: 'short' | 'long', withYear: boolean) =>
  new Intl.DateTimeFormat('en-US', {
    weekday,
    month: 'short',
    day: 'numeric',
    ...(withYear && { year: 'numeric' }),
  });
const hours = new Intl.DateTimeFormat('en-US', { hour: 'numeric', minute: '2-digit' });

/**
 * Returns the day of a moment in this device's time zone, such as 'Fri, Nov 27'; with its year if it is another one.
 */
export function dayText(moment: string, weekday: 'short' | 'long' = 'short'): string {
  const at = new Date(moment);
  return day(weekday, at.getFullYear() !== new Date(serverNow()).getFullYear()).format(at);
}

/** Returns the hours of a plan in this device's time zone, such as '7:42 – 8:42 AM'. */
export function hoursText(moment: string, minutes: number): string {
  const at = new Date(moment);
  // Without the day, because a plan that ends after midnight shows the hours only.
  const end = new Date(at.getTime() + minutes * 60_000);
  return at.getDate() === end.getDate() ? hours.formatRange(at, end) : `${hours.format(at)} – ${hours.format(end)}`;
}

/** Returns this device's time zone as an IANA name, such as 'Europe/Berlin'. */
export const timeZone = () => new Intl.DateTimeFormat().resolvedOptions().timeZone;

/** Returns this device's time zone with its offset at a moment, or now, such as 'Europe/Berlin (GMT+1)'. */
export function timeZoneText(moment: string | null): string {
  const format = new Intl.DateTimeFormat('en-US', { timeZoneName: 'shortOffset' });
  const offset = format
    .formatToParts(moment === null ? new Date() : new Date(moment))
    .find(({ type }) => type === 'timeZoneName')?.value;
  return `${currentZone(timeZone()).replaceAll('_', ' ')} (${offset ?? 'UTC'})`;
}
