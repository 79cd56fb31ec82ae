/** Longest private note of an interviewer, in code points. */
export const NOTES_MAX = 10_000;

/** Longest note of a candidate who cannot make it, in code points. */
export const DECLINE_NOTE_MAX = 500;
