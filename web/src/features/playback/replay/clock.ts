export const SECOND_MS = 1_000;

/** Formats a length as `2 min 5 s`. */
export function lengthText(ms: number): string {
  const seconds = Math.max(1, Math.round(ms / SECOND_MS));
  const [minutes, rest] = [Math.floor(seconds / 60), seconds % 60];
  return [minutes > 0 && `${minutes} min`, rest > 0 && `${rest} s`].filter(Boolean).join(' ');
}

/** Returns the moment of a text such as `12:34` or `1:02:03` (ms), or null. */
export function parseClock(text: string): number | null {
  const parts = /^(?:(\d{1,3}):)?(\d{1,4}):([0-5]\d)$/.exec(text.trim());
  if (!parts) return null;
  const [, hours = '0', minutes = '0', seconds = '0'] = parts;
  return (Number(hours) * 3_600 + Number(minutes) * 60 + Number(seconds)) * SECOND_MS;
}
