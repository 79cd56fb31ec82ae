const pad = (value: number) => String(value).padStart(2, '0');

/** Formats milliseconds as 'm:ss', from one hour on as 'h:mm:ss'; a negative span is zero. */
export function elapsedText(spanMs: number): string {
  const seconds = Math.max(0, Math.floor(spanMs / 1_000));
  const [hours, minutes] = [Math.floor(seconds / 3_600), Math.floor(seconds / 60) % 60];
  return hours > 0 ? `${hours}:${pad(minutes)}:${pad(seconds % 60)}` : `${minutes}:${pad(seconds % 60)}`;
}
