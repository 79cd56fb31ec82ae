import type { LinkContext } from '../../../context.ts';
import { withoutLinks } from '../../../platform/names.ts';
import type { Composers } from '../../../platform/mail/mail-queue.ts';
import { findMailRecipient } from '../../accounts/company/company.service.ts';
import { findWebhook } from './webhooks.repository.ts';

declare module '../../../platform/mail/mail-queue.ts' {
  interface MailData {
    'webhook.disabled': { company: string; webhook: string };
  }
}

/** Composes the e-mail about a webhook that was switched off, unless it is on again. */
export function webhookMails({ db, origin }: LinkContext): Composers<'webhook.disabled'> {
  return {
    async 'webhook.disabled'({ company, webhook: id }) {
      const webhook = await findWebhook(db, company, id);
      const recipient = await findMailRecipient(db, company, 'emailNotifications');
      if (!recipient || !webhook || webhook.disabled_at === null) return null;
      return {
        to: recipient.email,
        subject: 'A webhook was switched off',
        text: `Hello ${withoutLinks(recipient.name)},

A webhook of your company was switched off because its messages did not arrive.
Check the receiver, switch the webhook on in the settings, and deliver again what it missed.

${origin()}/settings

You receive this because e-mail notifications are on for your company. You can switch them off in the settings.
`,
      };
    },
  };
}
