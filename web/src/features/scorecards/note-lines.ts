import type { NoteLine } from '@cip/contracts/scorecards/card-content';
import { serverNow } from '../../shared/api/server-time.ts';

const MINUTE_MS = 60_000;

/** Returns the lines' text. */
export const textOf = (lines: NoteLine[]) => lines.map(({ text }) => text).join('\n');

/** Returns the lines of a changed text. Unchanged and edited lines keep their minute; new ones get `minute`. */
export function withText(lines: NoteLine[], text: string, minute: number | null): NoteLine[] {
  if (text === '') return [];
  const texts = text.split('\n');
  let start = 0;
  while (start < Math.min(lines.length, texts.length) && lines[start]?.text === texts[start]) start++;
  let end = 0;
  while (
    end < Math.min(lines.length, texts.length) - start &&
    lines[lines.length - 1 - end]?.text === texts[texts.length - 1 - end]
  )
    end++;
  const edited = lines.slice(start, lines.length - end);
  return texts.map((line, index) => {
    if (index < start) return lines[index] ?? { text: line, minute };
    if (index >= texts.length - end) return lines[index - texts.length + lines.length] ?? { text: line, minute };
    const before = edited[index - start];
    // An empty line has no minute of its own until something is written.
    return { text: line, minute: before && before.text !== '' ? before.minute : minute };
  });
}

/** Returns the minute of the interview now; null before it starts and after its end. */
export function minuteNow(startedAt: string | null, isOver: boolean): number | null {
  if (startedAt === null || isOver) return null;
  return Math.max(0, Math.floor((serverNow() - Date.parse(startedAt)) / MINUTE_MS));
}

/** Returns the minute of a line as it is shown; empty if it has none. */
export const minuteText = (minute: number | null) => (minute === null ? '' : `${minute} min`);
