import { CODE_MAX } from '@cip/contracts/protocol/common';
import { commentLine, isStartingText } from '@cip/contracts/rooms/starting-text';
import type { ShownStarter as Starter } from '@cip/contracts/questions/starters';

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
  starters: readonly Starter[];
  /** The length of the other files, which share the limit; in UTF-16 units. */
  lengthOfOthers?: number;
}

/** Returns a starter below a line. */
function blockOf({ language, code }: Starter, number: number): string {
  return `\n${commentLine(language, `${'-'.repeat(20)} Question ${number}`)}\n\n${code}`;
}

/** Returns whether a text ends with a starter as `starterEdit` adds it, so that a second click adds nothing. */
export function endsWithStarter(text: string, starter: Starter, number: number): boolean {
  return text === starter.code || text.endsWith(blockOf(starter, number));
}

/**
 * Returns the edit that adds a starter, or null if the document would be too long. If nobody has typed into the
 * document, it is replaced: the starting text, a starter as it is, or nothing. Any other text stays, and the starter
 * follows below a line.
 */
export function starterEdit(
  { text, starters, lengthOfOthers = 0 }: Situation,
  starter: Starter,
  number: number,
): StarterEdit | null {
  const isUntouched = text.trim() === '' || isStartingText(text) || starters.some(({ code }) => code === text);
  const added = isUntouched ? starter.code : `${text.endsWith('\n') ? '' : '\n'}${blockOf(starter, number)}`;
  const from = isUntouched ? 0 : text.length;
  return lengthOfOthers + from + added.length > CODE_MAX ? null : { from, text: added };
}

/** Returns the starter of another language if the text still is that of the former one, letter by letter. */
export function starterAfterChange(
  text: string,
  starters: readonly Starter[],
  languages: { from: string; to: string },
): Starter | null {
  const isStarter = starters.some(({ language, code }) => language === languages.from && code === text);
  return isStarter ? (starters.find(({ language }) => language === languages.to) ?? null) : null;
}
