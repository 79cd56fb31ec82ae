import { isPassingStatus } from '../../shared/api/api-error.ts';
import type { Answer, Entry } from './outbox-entry.ts';

/** Attempts for a save that depends on edits the server lacks, because another page may still send them. */
const STUCK_ATTEMPTS = 10;

/**
 * The outcome of an attempt: the server has the entry, refused it for good, or requires a sign-in; or all entries wait,
 * or only this one and the later ones of its interview.
 */
export type Verdict = 'done' | 'refused' | 'sign in' | 'later' | 'stuck';

/** Returns the verdict on a result. Only our own server can accept an entry. */
export function judgeAnswer(entry: Entry, { status, code, isOurs }: Answer): Verdict {
  if (!isOurs) return 'later';
  if (status >= 200 && status < 300) return 'done';
  if (status === 401) return 'sign in';
  // The same token is accepted once the second factor is set up.
  if (code === 'second_factor_setup') return 'later';
  if (status >= 500 || isPassingStatus(status)) return 'later';
  if (code === 'resync') return entry.attempts + 1 < STUCK_ATTEMPTS ? 'stuck' : 'refused';
  if (code === 'ended' && marksOnly(entry)) return 'done';
  return 'refused';
}

/** Returns true for a save without edits of its own, because the end of the interview has stored the same text. */
function marksOnly(entry: Entry): boolean {
  return entry.kind === 'save' && entry.body.update === undefined && entry.body.base === entry.body.code_content;
}
