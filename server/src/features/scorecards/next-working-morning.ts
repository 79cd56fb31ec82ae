/** The hour of a reminder in the morning. */
const MORNING_HOUR = 9;
/** Weekdays without work, as Date has them. */
const WEEKEND = new Set([0, 6]);

/** Returns nine o'clock of the next working day after a moment, in a time zone. */
export function nextWorkingMorning(after: Date, timeZone: string): Date {
  const local = localTime(after, timeZone);
  const morning = new Date(Date.UTC(local.getUTCFullYear(), local.getUTCMonth(), local.getUTCDate(), MORNING_HOUR));
  do morning.setUTCDate(morning.getUTCDate() + 1);
  while (WEEKEND.has(morning.getUTCDay()));
  return new Date(2 * morning.getTime() - localTime(morning, timeZone).getTime());
}

/** Returns a date whose UTC fields are the local ones of a moment. */
function localTime(moment: Date, timeZone: string): Date {
  // The Swedish form of a date is ISO 8601.
  const text = moment.toLocaleString('sv-SE', { timeZone });
  return new Date(`${text.replace(' ', 'T')}Z`);
}
