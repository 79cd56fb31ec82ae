/** Quick attempts in a row, and the pause between them in milliseconds (spec section 9). */
export const BURST_ATTEMPTS = 5;
export const BURST_PAUSE_MS = 1_000;
/** After a burst the next one starts by itself this much later, in milliseconds; doubles up to the longest. */
export const NEXT_BURST_MS = 3_000;
export const NEXT_BURST_MAX_MS = 15_000;
/** A heartbeat without an answer this long means a dead link; with its interval of 2 s it is noticed within 5 s. */
export const HEARTBEAT_ANSWER_MS = 2_500;
/** Characters of edits under way that a heartbeat does not wait behind. */
export const UPLOAD_FREE_CHARS = 90_000;
/** The slowest line on which a long paste still arrives, in characters a millisecond: 30 KB a second. */
export const UPLOAD_CHARS_PER_MS = 30;
/** A long paste puts off the warning of a dead link by so much at most, in milliseconds. */
export const UPLOAD_MAX_MS = 15_000;
/** A timer that fires this late says the page slept, not that the link is dead; in milliseconds. */
export const SLEPT_MS = 1_000;
/** Answers to entering a room, in milliseconds. */
export const ENTER_ANSWER_MS = 8_000;
/** Answers to edits: the database may be away for a while, and the link is watched by itself; in milliseconds. */
export const EDIT_ANSWER_MS = 30_000;
/** Just before the end the server waits a second for what is held back; answered sooner, acknowledged or not. */
export const HAND_IN_WITHIN_MS = 800;
