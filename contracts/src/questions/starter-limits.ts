/** Longest text, guide and first file of a starter of a question, in code points. */
export const QUESTION_TEXT_MAX = 20_000;
/** Files of a starter besides its first one, with hidden ones. */
export const STARTER_FILES_MAX = 10;
/** Longest code of all files of a starter together, in UTF-16 units. */
export const STARTER_FILES_CHARS_MAX = 60_000;
/** The same for all starters of a question, and for all its solutions: as much as ten starters of one file each. */
export const STARTERS_CHARS_MAX = 200_000;
