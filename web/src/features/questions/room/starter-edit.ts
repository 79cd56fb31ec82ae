import { CODE_MAX } from '@cip/contracts/rooms/text-limits';
import { commentLine, isStartingText } from '@cip/contracts/rooms/starting-text';
import type { ShownStarter } from '@cip/contracts/questions/starters';

/** An edit of the whole document that adds a starter by replacing the text from `from` to its end. */
export interface StarterEdit {
  from: number;
  text: string;
}

/** Why a starter cannot be added. */
export const TOO_LONG = 'The starter does not fit: the code would be too long. Nothing was changed.';

interface Situation {
  /** The document as the editor shows it. */
  text: string;
  /** All starters that the room knows. */
  starters: readonly ShownStarter[];
  /** The length of the other files, which share the limit; in UTF-16 units. */
  lengthOfOthers?: number;
}

/** Returns a starter below a line. */
function blockOf({ language, code }: ShownStarter, number: number): string {
  return `\n${commentLine(language, `${'-'.repeat(20)} Question ${number}`)}\n\n${code}`;
}

/** Returns whether a text ends with a starter as `starterEdit` adds it, so that a second click adds nothing. */
export function endsWithStarter(text: string, starter: ShownStarter, number: number): boolean {
  return text === starter.code || text.endsWith(blockOf(starter, number));
}

/**
 * Returns the edit that adds a starter, or null if the document would be too long. If nobody has typed into the
 * document, it is replaced: the starting text, a starter as it is, or nothing. Any other text stays, and the starter
 * follows below a line.
 */
export function starterEdit(
  { text, starters, lengthOfOthers = 0 }: Situation,
  starter: ShownStarter,
  number: number,
): StarterEdit | null {
  const isUntouched = text.trim() === '' || isStartingText(text) || starters.some(({ code }) => code === text);
  const added = isUntouched ? starter.code : `${text.endsWith('\n') ? '' : '\n'}${blockOf(starter, number)}`;
  const from = isUntouched ? 0 : text.length;
  return lengthOfOthers + from + added.length > CODE_MAX ? null : { from, text: added };
}

/**
 * Returns the starter of another language if the text still is that of the former one, letter by letter; null if either
 * has several files, because the others would not fit.
 */
export function starterAfterChange(
  text: string,
  starters: readonly ShownStarter[],
  languages: { from: string; to: string },
): ShownStarter | null {
  const single = starters.filter(({ files = [] }) => files.length === 0);
  const isStarter = single.some(({ language, code }) => language === languages.from && code === text);
  return isStarter ? (single.find(({ language }) => language === languages.to) ?? null) : null;
}
