import type { AppContext, LinkContext } from '../../../context.ts';
import type { Transaction } from '../../../platform/database/database.ts';
import type { Principal } from '../../../platform/http/authenticate.ts';
import type { Composer, Composers } from '../../../platform/mail/mail-queue.ts';
import { withoutLinks } from '../../../platform/names.ts';
import { findUser } from '../records/users.repository.ts';

declare module '../../../platform/mail/mail-queue.ts' {
  interface MailData {
    'second-factor-on': { email: string };
    'second-factor-off': { email: string };
    'second-factor-removed': { email: string; by: string };
    'recovery-codes-new': { email: string };
    'wrong-codes': { email: string };
  }
}

type FactorChange = 'second-factor-on' | 'second-factor-off' | 'recovery-codes-new' | 'wrong-codes';

/** Orders the e-mail to a user about their second step, in the transaction of the change. */
export async function orderSecondFactorMail(
  { mails }: Pick<AppContext, 'mails'>,
  trx: Transaction,
  { companyId, userId }: Pick<Principal, 'companyId' | 'userId'>,
  kind: FactorChange,
): Promise<void> {
  const user = await findUser(trx, companyId, userId);
  if (user) await mails.order(trx, { kind, data: { email: user.email } });
}

/** Orders the e-mail about a second step that the owner removed, in the transaction of the removal. */
export function orderSecondFactorRemovalMail(
  { mails }: Pick<AppContext, 'mails'>,
  trx: Transaction,
  { companyId, email, by }: { companyId: string; email: string; by: string },
): Promise<void> {
  return mails.order(trx, { kind: 'second-factor-removed', data: { email, by }, companyId });
}

/** Composes the e-mails about the second step. No preference switches them off: an attacker could change that too. */
export function secondFactorMails({ origin }: LinkContext): Composers<FactorChange | 'second-factor-removed'> {
  const link = () => `${origin()}/forgot-password`;
  const mail =
    (subject: string, text: string): Composer<{ email: string }> =>
    async ({ email }) => ({ to: email, subject, text: changeText(text, link()) });
  return {
    'second-factor-on': mail(
      'Two-step sign-in is on',
      'Signing in to your account at Code Interview Platform now takes a second step: a code from your app.',
    ),
    'second-factor-off': mail(
      'Two-step sign-in is off',
      'Signing in to your account at Code Interview Platform no longer takes a second step: the password is enough.',
    ),
    'recovery-codes-new': mail(
      'New recovery codes',
      'Your account at Code Interview Platform has new recovery codes. The old ones no longer work.',
    ),
    async 'second-factor-removed'({ email, by }) {
      const text = removedText(withoutLinks(by), `${origin()}/login`);
      return { to: email, subject: 'Your second step was removed', text };
    },
    async 'wrong-codes'({ email }) {
      return { to: email, subject: 'Wrong sign-in codes for your account', text: wrongCodesText(link()) };
    },
  };
}

const removedText = (by: string, link: string) => `Hello,

${by} removed your second step. Sign in and set it up again:

${link}

Every device was signed out. If you did not ask for this, contact the owner of your company.
`;

const wrongCodesText = (link: string) => `Hello,

Someone entered the right password of your account at Code Interview Platform, and then five wrong codes.

If this was you, wait 15 minutes and try again, or use one of your recovery codes.

If this was not you, another person knows your password. Choose a new one now, which signs out every device:

${link}
`;

const changeText = (news: string, link: string) => `Hello,

${news}

If this was not you, another person knows your password. Choose a new one now, which signs out every device:

${link}
`;
