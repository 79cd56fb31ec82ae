import type { LimitContext } from '../../../context.ts';
import type { KeyedLimit } from '../../../platform/mail/limited-mails.ts';

/** Kinds of which an address gets ten a day besides all others, so that these cannot use them up. */
const OWN_SHARE: ReadonlySet<string> = new Set(['candidate-reminder', 'interview-cancellation']);

/**
 * Returns the limits of an e-mail to a candidate: of the address, which may be a stranger's, and of the company by
 * kind. An address with a tag, `name+tag@host`, is the same mailbox.
 */
export function candidateLimits(
  { limits }: Pick<LimitContext, 'limits'>,
  kind: string,
  { companyId, to }: { companyId: string; to: string },
): KeyedLimit[] {
  const mailbox = to.toLowerCase().replace(/\+[^@]*/, '');
  const share = OWN_SHARE.has(kind) ? kind : 'plan';
  return [
    { limit: limits.recipientMails, key: `${share} ${companyId} ${mailbox}` },
    { limit: limits.candidateMails, key: `${kind} ${companyId}` },
  ];
}

/** Returns the limit of an e-mail to interviewers: of the company by kind. */
export const colleagueLimit = (
  { limits }: Pick<LimitContext, 'limits'>,
  kind: string,
  companyId: string,
): KeyedLimit => ({ limit: limits.colleagueMails, key: `${kind} ${companyId}` });
