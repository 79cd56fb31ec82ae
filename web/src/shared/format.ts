import { once } from './once.ts';

// Each takes a phone's processor tens of milliseconds to make, and few screens need all of them.
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
const dollars = once(
  () => new Intl.NumberFormat('en-US', { style: 'currency', currency: 'USD', trailingZeroDisplay: 'stripIfInteger' }),
);
const number = once(() => new Intl.NumberFormat('en-US', { maximumFractionDigits: 2 }));

const MINUTE_MS = 60_000;

/** A moment in US format with short month, year, day, hour and minute; 'N/A' without one. */
export function formatDateTime(moment: string | null | undefined): string {
  return moment ? dateTime().format(new Date(moment)) : 'N/A';
}

/** The day of a moment in US format. */
export function formatDay(moment: string): string {
  return day().format(new Date(moment));
}

/** From start to end as 'Xh Ym', 'Ym' under one hour, 'N/A' when either is missing. */
export function formatDuration(start: string | null | undefined, end: string | null | undefined): string {
  if (!start || !end) return 'N/A';
  const minutes = Math.max(0, Math.floor((Date.parse(end) - Date.parse(start)) / MINUTE_MS));
  const hours = Math.floor(minutes / 60);
  return hours > 0 ? `${hours}h ${minutes % 60}m` : `${minutes}m`;
}

/** Dollars with the $ prefix; cents only where there are any. */
export function formatMoney(amount: number): string {
  return isPlain(amount) ? `$${amount}` : dollars().format(amount);
}

/** A count with thousands separators. */
export function formatCount(count: number): string {
  return isPlain(count) ? String(count) : number().format(count);
}

/** A count with its noun, in the singular when it is one. */
export function formatCountOf(count: number, one: string): string {
  return `${formatCount(count)} ${count === 1 ? one : `${one}s`}`;
}

/** True for what is written as its digits: the landing page has no other numbers, and draws them without a formatter. */
function isPlain(amount: number): boolean {
  return Number.isInteger(amount) && amount >= 0 && amount < 1_000;
}

/** The first two letters of a name, for an avatar. */
export function initials(name: string): string {
  return [...name.trim()].slice(0, 2).join('').toUpperCase();
}
