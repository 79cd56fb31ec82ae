import { once } from './once.ts';

// Created on demand, because each formatter takes a phone tens of milliseconds and few screens need all of them.
const dateTime = once(
  () =>
    new Intl.DateTimeFormat('en-US', {
      month: 'short',
      year: 'numeric',
      day: 'numeric',
      hour: 'numeric',
      minute: '2-digit',
    }),
);
const day = once(() => new Intl.DateTimeFormat('en-US', { month: 'short', year: 'numeric', day: 'numeric' }));
const time = once(() => new Intl.DateTimeFormat('en-US', { hour: 'numeric', minute: '2-digit' }));
const dollars = once(
  () => new Intl.NumberFormat('en-US', { style: 'currency', currency: 'USD', trailingZeroDisplay: 'stripIfInteger' }),
);
const number = once(() => new Intl.NumberFormat('en-US', { maximumFractionDigits: 2 }));

const MINUTE_MS = 60_000;

/** Formats a moment in US style with short month, day, year, hour and minute; returns 'N/A' if there is none. */
export function formatDateTime(moment: string | null | undefined): string {
  return moment ? dateTime().format(new Date(moment)) : 'N/A';
}

/** Formats the day of a moment in US style. */
export function formatDay(moment: string): string {
  return day().format(new Date(moment));
}

/** Formats the time of day of a moment in this device's time zone, such as '7:42 AM'. */
export function formatTime(moment: string | number): string {
  return time().format(new Date(moment));
}

/** Formats the time from start to end as 'Xh Ym', under one hour 'Ym'; returns 'N/A' if either is missing. */
export function formatDuration(start: string | null | undefined, end: string | null | undefined): string {
  if (!start || !end) return 'N/A';
  const minutes = Math.max(0, Math.floor((Date.parse(end) - Date.parse(start)) / MINUTE_MS));
  const hours = Math.floor(minutes / 60);
  return hours > 0 ? `${hours}h ${minutes % 60}m` : `${minutes}m`;
}

/** Formats dollars with the $ prefix, and with cents if there are any. */
export function formatMoney(amount: number): string {
  return isPlain(amount) ? `$${amount}` : dollars().format(amount);
}

/** Formats a count with thousands separators. */
export function formatCount(count: number): string {
  return isPlain(count) ? String(count) : number().format(count);
}

/** Formats a count with its noun, in the singular for one. */
export function formatCountOf(count: number, one: string, many = `${one}s`): string {
  return `${formatCount(count)} ${count === 1 ? one : many}`;
}

/** Returns true if a number needs no formatter. The landing page has only such numbers, and creates no formatter. */
function isPlain(amount: number): boolean {
  return Number.isInteger(amount) && amount >= 0 && amount < 1_000;
}

/** Returns the first two letters of a name in capitals, for an avatar. */
export function initials(name: string): string {
  return [...name.trim()].slice(0, 2).join('').toUpperCase();
}
