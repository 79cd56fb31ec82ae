import type { Subscription } from '@cip/contracts/billing';
import type { AppContext } from '../../context.ts';
import type { Composer, Composers } from '../../platform/mail/mail-queue.ts';
import { withoutLinks } from '../../platform/http/names.ts';
import { findSubscription } from './billing.service.ts';
import type { TOLD_OF } from './plan-change.service.ts';
import { findReader } from '../accounts/company/company.service.ts';

declare module '../../platform/mail/mail-queue.ts' {
  interface MailData {
    'plan.cancelled': { company: string };
    'plan.payment_failed': { company: string };
  }
}

/** Subject and sentence about a subscription, or null when there is nothing to tell of it any more. */
type Telling = (subscription: Subscription) => { subject: string; what: string } | null;

const paymentFailed: Telling = ({ plan, past_due_until: until }) =>
  until === null
    ? null
    : {
        subject: 'Your last payment failed',
        what: `the last payment for ${plan.name} failed. Please put your card right by ${day(until)} to keep the plan.`,
      };

const cancelled: Telling = ({ plan, renews, ends_at: endsAt }) =>
  renews || endsAt === null
    ? null
    : {
        subject: `${plan.name} ends on ${day(endsAt)}`,
        what: `${plan.name} was cancelled and ends on ${day(endsAt)}. Until then everything works as before.`,
      };

/** The mails about a company's plan, to companies that want news of it. What was put right since is not told of. */
export function planMails({ db, origin }: Pick<AppContext, 'db' | 'origin'>): Composers<(typeof TOLD_OF)[number]> {
  const mailOf =
    (telling: Telling): Composer<{ company: string }> =>
    async ({ company }) => {
      const reader = await findReader(db, company, 'emailNotifications');
      if (!reader) return null;
      const subscription = await findSubscription(db, company);
      const told = subscription?.status === 'active' ? telling(subscription) : null;
      return told && { to: reader.email, subject: told.subject, text: planText(reader.name, told.what, origin()) };
    };
  return { 'plan.payment_failed': mailOf(paymentFailed), 'plan.cancelled': mailOf(cancelled) };
}

const day = (moment: string) =>
  new Intl.DateTimeFormat('en-US', { dateStyle: 'long', timeZone: 'UTC' }).format(new Date(moment));

const planText = (company: string, what: string, origin: string) => `Hello ${withoutLinks(company)},

${what}

${origin}/subscription-plans

You get this because e-mail notifications are on for your company. You can switch them off in the settings.
`;
