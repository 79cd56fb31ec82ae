import type { Subscription } from '@cip/contracts/billing/billing';
import type { LinkContext } from '../../context.ts';
import type { Composer, Composers } from '../../platform/mail/mail-queue.ts';
import { withoutLinks } from '../../platform/names.ts';
import type { MAILED_ACTIONS } from './subscription/plan-change.service.ts';
import { findSubscription } from './subscription/subscriptions.repository.ts';
import { findMailRecipient } from '../accounts/company/company.service.ts';

declare module '../../platform/mail/mail-queue.ts' {
  interface MailData {
    'plan.cancelled': { company: string };
    'plan.payment_failed': { company: string };
  }
}

/** Returns subject and sentence about a subscription; null if they no longer apply. */
type PlanNews = (subscription: Subscription) => { subject: string; sentence: string } | null;

const paymentFailed: PlanNews = ({ plan, past_due_until: until }) =>
  until === null
    ? null
    : {
        subject: 'Your last payment failed',
        sentence: `The last payment for ${plan.name} failed. Update your payment method by ${day(until)} to keep the plan.`,
      };

const cancelled: PlanNews = ({ plan, renews, ends_at: endsAt }) =>
  renews || endsAt === null
    ? null
    : {
        subject: `${plan.name} ends on ${day(endsAt)}`,
        sentence: `${plan.name} was cancelled and ends on ${day(endsAt)}. Until then everything works as before.`,
      };

/** Composes the e-mails about a company's plan, if the company has them on and the news still applies. */
export function planMails({ db, origin }: LinkContext): Composers<(typeof MAILED_ACTIONS)[number]> {
  const mailOf =
    (newsOf: PlanNews): Composer<{ company: string }> =>
    async ({ company }) => {
      const recipient = await findMailRecipient(db, company, 'emailNotifications');
      if (!recipient) return null;
      const subscription = await findSubscription(db, company);
      const news = subscription?.status === 'active' ? newsOf(subscription) : null;
      if (!news) return null;
      const text = planText(recipient.name, news.sentence, origin());
      return { to: recipient.email, subject: news.subject, text };
    };
  return { 'plan.payment_failed': mailOf(paymentFailed), 'plan.cancelled': mailOf(cancelled) };
}

const day = (moment: string) =>
  new Intl.DateTimeFormat('en-US', { dateStyle: 'long', timeZone: 'UTC' }).format(new Date(moment));

const planText = (company: string, sentence: string, origin: string) => `Hello ${withoutLinks(company)},

${sentence}

${origin}/subscription-plans

You receive this because e-mail notifications are on for your company. You can switch them off in the settings.
`;
