const HOUR_MS = 3_600_000;

const pad = (value: number) => String(value).padStart(2, '0');

/** Returns the next full hour that is at least an hour away, in the format of a date-and-time field. */
export function suggestedTime(now: Date): string {
  return localTime(new Date(Math.ceil(now.getTime() / HOUR_MS) * HOUR_MS + HOUR_MS).toISOString());
}

/** Returns a moment in this device's time zone, in the format of a date-and-time field; empty without one. */
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

/** Returns this device's time zone as an IANA name, such as 'Europe/Berlin'. */
export const timeZone = () => new Intl.DateTimeFormat().resolvedOptions().timeZone;

/** Returns this device's time zone with its offset at a moment, or now, such as 'Europe/Berlin (GMT+1)'. */
export function timeZoneText(moment: string | null): string {
  const format = new Intl.DateTimeFormat('en-US', { timeZoneName: 'shortOffset' });
  const offset = format
    .formatToParts(moment === null ? new Date() : new Date(moment))
    .find(({ type }) => type === 'timeZoneName')?.value;
  return `${format.resolvedOptions().timeZone.replaceAll('_', ' ')} (${offset ?? 'UTC'})`;
}
