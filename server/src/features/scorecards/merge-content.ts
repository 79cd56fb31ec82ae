import type { Body } from '@cip/contracts/protocol/endpoint';
import { EVIDENCE_MAX, CARD_NOTES_MAX, SUMMARY_MAX } from '@cip/contracts/scorecards/scorecard-limits';
import type { saveScorecard } from '@cip/contracts/scorecards/scorecards';
import {
  MERGED_FACTOR,
  NOTE_LINES_MAX,
  type CardContent,
  type NoteLine,
  type Rating,
} from '@cip/contracts/scorecards/card-content';
import { conflict } from '../../errors.ts';

type Changes = Omit<Body<typeof saveScorecard>, 'op_id'>;

/** The content of a new scorecard. */
export const EMPTY_CONTENT: CardContent = { notes: [], ratings: [], overall: null, summary: '' };

/**
 * Applies changes to a scorecard. If another device changed a text since the base, it is kept beside the new one; of
 * two choices the later counts. Throws `conflict` if both texts together are too long.
 */
export function applyChanges(content: CardContent, { notes, ratings = [], overall, summary }: Changes): CardContent {
  return {
    notes: notes ? mergeLines(content.notes, notes) : content.notes,
    ratings: ratings.reduce(applyRating, content.ratings),
    overall: overall ? overall.value : content.overall,
    summary: summary ? mergeText(content.summary, summary, SUMMARY_MAX) : content.summary,
  };
}

function applyRating(
  ratings: Rating[],
  { criterion, grade, evidence }: NonNullable<Changes['ratings']>[number],
): Rating[] {
  const before = ratings.find((rating) => rating.criterion === criterion);
  const rating: Rating = {
    criterion,
    grade: grade ? grade.value : (before?.grade ?? null),
    evidence: evidence ? mergeText(before?.evidence ?? '', evidence, EVIDENCE_MAX) : (before?.evidence ?? ''),
  };
  return [...ratings.filter((other) => other !== before), rating];
}

function mergeText(stored: string, { base, value }: { base: string; value: string }, max: number): string {
  if (stored === base || value.includes(stored)) return value;
  if (stored.includes(value)) return stored;
  const both = withPart(stored, base, value) ?? `${stored}\n\n${value}`;
  if (lengthOf(both) > MERGED_FACTOR * max) throw tooLong();
  return both;
}

/** Returns a text with the part that an earlier merge set apart replaced; null if it has none. */
function withPart(stored: string, base: string, value: string): string | null {
  const parts = `\n\n${stored}\n\n`;
  const at = base === '' ? -1 : parts.lastIndexOf(`\n\n${base}\n\n`);
  return at < 0 ? null : `${parts.slice(0, at + 2)}${value}${parts.slice(at + 2 + base.length)}`.slice(2, -2);
}

function mergeLines(stored: NoteLine[], { base, value }: { base: NoteLine[]; value: NoteLine[] }): NoteLine[] {
  if (JSON.stringify(value.map(keyOf)) === JSON.stringify(stored.map(keyOf))) return stored;
  if (JSON.stringify(base.map(keyOf)) === JSON.stringify(stored.map(keyOf))) return value;
  const [known, kept] = [new Set(stored.map(keyOf)), new Set(value.map(keyOf))];
  // Lines that this device has changed or removed since the base.
  const gone = new Set(base.map(keyOf).filter((key) => !kept.has(key)));
  const rest = stored.filter((line) => !gone.has(keyOf(line)));
  const both = [...rest, ...value.filter((line) => !known.has(keyOf(line)))];
  const length = both.reduce((sum, { text }) => sum + lengthOf(text), 0);
  if (both.length > MERGED_FACTOR * NOTE_LINES_MAX || length > MERGED_FACTOR * CARD_NOTES_MAX) throw tooLong();
  return both;
}

// The order of a stored line's keys is the database's.
const keyOf = ({ minute, text }: NoteLine) => `${minute} ${text}`;

/** Returns the length of a text in code points. */
export const lengthOf = (text: string) => [...text].length;

const tooLong = () =>
  conflict('This text was changed on another device too, and both together are too long. Please shorten it there.');
