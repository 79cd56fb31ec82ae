import type { Answer, Entry } from './outbox-entry.ts';

/** A save that builds on what the server lacks is tried this often: another page may still send that. */
const STUCK_ATTEMPTS = 10;
/** Too early, too fast, too slow: the same thing later may succeed. */
const PASSING_STATUSES = new Set([408, 425, 429]);

/**
 * What an answer means for the entry: the server has it, it is refused for good, it waits for a sign-in, it waits
 * with everything, or it waits alone with what comes after it in its interview.
 */
export type Verdict = 'done' | 'refused' | 'sign in' | 'later' | 'stuck';

/** Judges an answer. Nothing but a success of our own server, or its word that nothing is missing, is success. */
export function judge(entry: Entry, { status, code, isOurs }: Answer): Verdict {
  if (!isOurs) return 'later';
  if (status >= 200 && status < 300) return 'done';
  if (status === 401) return 'sign in';
  // The same sign-in opens once the second step is set up.
  if (code === 'second_factor_setup') return 'later';
  if (status >= 500 || PASSING_STATUSES.has(status)) return 'later';
  if (code === 'resync') return entry.attempts + 1 < STUCK_ATTEMPTS ? 'stuck' : 'refused';
  if (code === 'ended' && marksOnly(entry)) return 'done';
  return 'refused';
}

/** A save that says "this is the text" and brings no edit: the end of the interview has stored that text itself. */
function marksOnly(entry: Entry): boolean {
  return entry.kind === 'save' && entry.body.update === undefined && entry.body.base === entry.body.code_content;
}
