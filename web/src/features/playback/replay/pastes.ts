import { SHARED_TEXT } from '@cip/contracts/rooms/text-limits';
import { starterMark, type StarterMark } from '@cip/contracts/rooms/starter-marks';
import { formatCountOf } from '../../../shared/format.ts';
import { filesAt, hasFiles } from './files-at.ts';
import { isFormatting } from './is-formatting.ts';
import type { Moment } from './moment.ts';
import type { Recording, Step } from './recording.ts';
import { changesByRoot } from './text-change.ts';

/** Least number of lines that count as pasted if they arrive in one edit; one line arrives whole with Enter. */
const PASTE_LINES = 3;
/** Least number of characters that count as pasted, because nobody types so many in one edit. */
const PASTE_CHARS = 160;
/** If text arrives within this time after an offline period, it was typed in it (ms). */
const OFFLINE_ARRIVAL_MS = 5_000;

/** Returns a moment for each edit that inserts too much to be typed: of a starter, or of a paste. */
export function pastesOf(recording: Recording): Moment[] {
  const { steps, clock, head } = recording;
  return steps.flatMap((step, index): Moment[] => {
    const lines = pastedLines(step);
    const ms = clock[index] ?? 0;
    const isOffline = head.gaps.some(
      ({ by, from, to }) => by === step.by && ms >= from && ms <= to + OFFLINE_ARRIVAL_MS,
    );
    if (lines === 0 || isOffline || isFormatting(recording, index)) return [];
    const place = placeOf(recording, step, ms);
    const question = starterIn(step, head.starters);
    if (question !== null)
      return [
        {
          ms,
          by: step.by,
          mark: 'question',
          ...place,
          text: `Inserted the starter of question ${question}${place.text}`,
        },
      ];
    return [{ ms, by: step.by, mark: 'paste', ...place, text: `${formatCountOf(lines, 'line')} at once${place.text}` }];
  });
}

/** Returns the file of an edit, and the words that name it if there are others. */
function placeOf(recording: Recording, { changes }: Step, ms: number): { root: string; text: string } {
  const [root = SHARED_TEXT, ...further] = changesByRoot(changes).keys();
  if (!hasFiles(recording)) return { root, text: '' };
  const files = filesAt(recording, ms);
  if (further.length > 0) return { root, text: ` in ${formatCountOf(further.length + 1, 'file')}` };
  const name = files.length > 1 ? files.find((file) => file.root === root)?.name : undefined;
  return { root, text: name === undefined ? '' : ` in ${name}` };
}

/** The line above a starter that is added below other code (questions/room/starter-edit.ts). */
const STARTER_HEAD = /^\s*(--|#|\/\/) -{20} Question \d+\n/;

/** Returns the question whose starter an edit inserts, and nothing besides; null for any other edit. */
function starterIn({ changes }: Step, starters: readonly StarterMark[] = []): number | null {
  if (starters.length === 0) return null;
  const inserted = changes.map(([, , text]) => text).join('');
  const mark = starterMark(inserted.replace(STARTER_HEAD, ''));
  return starters.find(([, known]) => known === mark)?.[0] ?? null;
}

/** Returns how many lines an edit inserts if it inserts too much to be typed; otherwise 0. */
function pastedLines({ by, changes }: Step): number {
  if (by === null) return 0;
  const inserted = changes.map(([, , text]) => text).join('');
  const lines = inserted.replace(/\n$/, '').split('\n').length;
  return lines >= PASTE_LINES || inserted.length >= PASTE_CHARS ? lines : 0;
}
