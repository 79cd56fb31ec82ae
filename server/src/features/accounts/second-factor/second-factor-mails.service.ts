import type { Transaction } from 'kysely';
import type { AppContext } from '../../../context.ts';
import type { Tables } from '../../../platform/database/database.ts';
import type { Principal } from '../../../platform/http/authenticate.ts';
import type { Composer, Composers } from '../../../platform/mail/mail-queue.ts';
import { withoutLinks } from '../../../platform/http/names.ts';
import { findUser } from '../users/users.service.ts';

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

/** Orders the mail that tells somebody of a change of their second step, in its transaction. */
export async function orderSecondFactorMail(
  { mails }: Pick<AppContext, 'mails'>,
  trx: Transaction<Tables>,
  { companyId, userId }: Pick<Principal, 'companyId' | 'userId'>,
  kind: FactorChange,
): Promise<void> {
  const user = await findUser(trx, companyId, userId);
  if (user) await mails.order(trx, { kind, data: { email: user.email } });
}

/** Orders the mail about a second step that the owner removed, in the transaction of the removal. */
export function orderRemovalMail(
  { mails }: Pick<AppContext, 'mails'>,
  trx: Transaction<Tables>,
  { companyId, email, by }: { companyId: string; email: string; by: string },
): Promise<void> {
  return mails.order(trx, { kind: 'second-factor-removed', data: { email, by }, companyId });
}

/** The mails about the second step; whatever the preferences, since an attacker could change those too. */
export function secondFactorMails({
  origin,
}: Pick<AppContext, 'origin'>): Composers<FactorChange | 'second-factor-removed'> {
  const link = () => `${origin()}/forgot-password`;
  const mail =
    (subject: string, text: string): Composer<{ email: string }> =>
    async ({ email }) => ({ to: email, subject, text: changeText(text, link()) });
  return {
    'second-factor-on': mail(
      'Two-step sign-in is on',
      'signing in to your account at Code Interview Platform takes a second step from now on: a code of your app.',
    ),
    'second-factor-off': mail(
      'Two-step sign-in is off',
      'signing in to your account at Code Interview Platform takes no second step any more: the password is enough.',
    ),
    'recovery-codes-new': mail(
      'New recovery codes',
      'new recovery codes were made for your account at Code Interview Platform; the old ones do not work any more.',
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

Your second step was removed by ${by}: sign in and set it up again.

${link}

Every device was signed out. If you did not ask for this, tell the owner of your company.
`;

const wrongCodesText = (link: string) => `Hello,

Someone entered the right password of your account at Code Interview Platform, and then five wrong codes.

If this was you, you need not do anything: wait 15 minutes and try again, or use one of your recovery codes.

If it was not you, another person knows your password. Choose a new one now, which signs out every device:

${link}
`;

const changeText = (what: string, link: string) => `Hello,

${what}

If it was not you, somebody knows your password. Choose a new one at once, which signs out every device:

${link}
`;
