/** Characters of East Asian scripts and emoji, which take two columns, after Unicode's East Asian Width. */
const WIDE =
  /[\u1100-\u115f\u2e80-\u303e\u3041-\ua4cf\ua960-\ua97c\uac00-\ud7a3\uf900-\ufaff\ufe30-\ufe6f\uff01-\uff60\uffe0-\uffe6\u{20000}-\u{3fffd}]|\p{Emoji_Presentation}/u;
/** Accents, variation selectors and joiners, and the skin colors of emoji. */
const ATTACHED = /[\p{M}\p{Join_Control}\p{Emoji_Modifier}]/u;
const ZERO_WIDTH_JOINER = '\u200d';
const REGIONAL = /^\p{Regional_Indicator}$/u;
/** Most UTF-16 units in the columns of one character; families of emoji have 11. */
const TOGETHER_MAX = 32;
/** The first character that is not in Latin-1, where all have one column. */
const BEYOND_LATIN = 0x2_00;

/** Returns the columns that a character takes in a terminal: 1 or 2. */
export function widthOf(character: string): number {
  return (character.codePointAt(0) ?? 0) >= BEYOND_LATIN && WIDE.test(character) ? 2 : 1;
}

/** Whether a character is drawn in the columns of the one before it: an accent, or a part of an emoji or a flag. */
export function attachesTo(before: string, character: string): boolean {
  if ((character.codePointAt(0) ?? 0) < BEYOND_LATIN || before === '' || before.length > TOGETHER_MAX) return false;
  if (ATTACHED.test(character) || before.endsWith(ZERO_WIDTH_JOINER)) return true;
  return REGIONAL.test(character) && REGIONAL.test(before);
}
