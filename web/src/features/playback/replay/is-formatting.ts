import type { Recording } from './recording.ts';
import { changedText, changesByRoot, type TextChange } from './text-change.ts';

/** Longest time between an edit and the event that says that it formatted the code (ms). */
const NEAR_MS = 10_000;
/** Letters and digits, which formatting only moves. */
const NOT_IN_WORDS = /[^\p{L}\p{N}]/gu;

/**
 * Whether an edit formatted the code: its participant says so near it, and it inserts no letter that it does not
 * remove, because a page may say so of a paste.
 */
export function isFormatting(recording: Recording, index: number): boolean {
  const step = recording.steps[index];
  const ms = recording.clock[index] ?? 0;
  const isSaid = recording.events.some(
    ({ kind, by, at }) => kind === 'formatted' && by === step?.by && Math.abs(at - ms) <= NEAR_MS,
  );
  if (!step || !isSaid) return false;
  return [...changesByRoot(step.changes)].every(([root, changes]) =>
    keepsLetters(recording.textAt(index, root), changes),
  );
}

/** Whether changes insert in all the letters that they remove, and no others. */
function keepsLetters(text: string, changes: readonly TextChange[]): boolean {
  let [before, removed, inserted] = [text, '', ''];
  for (const change of changes) {
    const [at, length, added] = change;
    removed += before.slice(at, at + length);
    inserted += added;
    before = changedText(before, [change]);
  }
  return lettersOf(removed) === lettersOf(inserted);
}

/** Returns the letters of a text in order; their case does not count, because numbers are written in lower case. */
function lettersOf(text: string): string {
  return text.replaceAll(NOT_IN_WORDS, '').toLowerCase();
}
