/** Quick attempts in a row, and the pause between them in milliseconds (spec section 9). */
export const BURST_ATTEMPTS = 5;
export const BURST_PAUSE_MS = 1_000;
/** Pause between two bursts, in milliseconds; doubles up to the longest. */
export const NEXT_BURST_MS = 3_000;
export const NEXT_BURST_MAX_MS = 15_000;
/** Timeout of a heartbeat, in milliseconds; with its interval of 2 s a dead link is noticed within 5 s. */
export const HEARTBEAT_TIMEOUT_MS = 2_500;
/** Characters of edits in flight that do not extend the heartbeat's timeout. */
export const UPLOAD_FREE_CHARS = 90_000;
/** The slowest line on which a long paste still arrives, in characters per millisecond: 30 KB per second. */
export const UPLOAD_CHARS_PER_MS = 30;
/** A long paste extends the heartbeat's timeout by at most this, in milliseconds. */
export const UPLOAD_MAX_MS = 15_000;
/** If a timer fires this late, in milliseconds, the page slept; the link need not be dead. */
export const SLEPT_MS = 1_000;
/** Timeout of requests that enter or change a room, in milliseconds. */
export const ENTER_TIMEOUT_MS = 8_000;
/**
 * Timeout of an edit, in milliseconds: long, because the database may be away for a while and heartbeats watch the
 * link.
 */
export const EDIT_TIMEOUT_MS = 30_000;
/** Timeout of the last flush, in milliseconds, because before the end the server waits one second for it. */
export const FLUSH_TIMEOUT_MS = 800;
