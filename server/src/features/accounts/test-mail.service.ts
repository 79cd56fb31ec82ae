import type { MailContext } from '../../context.ts';
import { unavailable } from '../../errors.ts';
import type { Principal } from '../../platform/http/authenticate.ts';
import { findOwner } from './records/users.repository.ts';

/** The message if a request needs e-mail and none is sent. */
export const NO_MAIL = 'Email is not set up here. Please ask the operator of this service.';

/** Codes of the mail library, in words for the owner, because its own messages name hosts and accounts. */
const FAILURES: Record<string, string> = {
  EAUTH: 'The mail server refused the user name or the password.',
  EENVELOPE: 'The mail server refused the sender or the recipient.',
  EMESSAGE: 'The mail server refused the mail.',
};
const NO_ANSWER = 'The mail server did not answer.';

/**
 * Sends a mail to the owner, past the queue, and returns how it was delivered. Throws `unavailable` if mail is off or
 * with the reason of a failure, and TooManyFailures.
 */
export async function sendTestMail({ db, mails, limits, log }: MailContext, { companyId }: Principal): Promise<string> {
  if (!mails.isOn) throw unavailable(NO_MAIL);
  const { email } = await findOwner(db, companyId);
  await limits.testMails.take(companyId);
  try {
    await mails.sendNow({ to: email, subject: 'Test mail', text: TEXT });
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? String(error.code) : '';
    log.warn({ code }, 'could not send a test mail');
    throw unavailable(FAILURES[code] ?? NO_ANSWER);
  }
  return mails.delivery === 'sent'
    ? `The test mail is sent to ${email}.`
    : 'Email is not set up here: the test mail was written to a file on the server.';
}

const TEXT = `Hello,

Code Interview Platform can send e-mails: this one was sent from its settings.
`;
