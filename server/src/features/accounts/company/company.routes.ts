import { sendVerification } from '@cip/contracts/accounts/auth-recovery';
import * as contract from '@cip/contracts/accounts/company';
import type { AppContext } from '../../../context.ts';
import type { App } from '../../../platform/http-app.ts';
import { principalOf } from '../../../platform/http/authenticate.ts';
import { resendVerificationMail } from '../emails/email-verification.service.ts';
import { sendTestMail } from '../test-mail.service.ts';
import { changePassword } from '../passwords/password.service.ts';
import { limitTakenEmails } from '../users/taken-emails.service.ts';
import {
  changeNotificationPreferences,
  changeProfile,
  changeSecurity,
  changeVisibility,
  hasOtherEmail,
} from './company.service.ts';

/** The company's settings, and the password of each user. */
export function companyRoutes(app: App, ctx: AppContext): void {
  app.route({
    ...contract.updateCompanyProfile,
    async handler(request) {
      const principal = principalOf(request);
      const change = () => changeProfile(ctx, principal, request.body);
      const isNewEmail = await hasOtherEmail(ctx.db, principal.companyId, request.body.email);
      return { company: await (isNewEmail ? limitTakenEmails(ctx, request, change) : change()) };
    },
  });

  app.route({
    ...contract.updateSecurity,
    async handler(request) {
      return { company: await changeSecurity(ctx, principalOf(request), request.body) };
    },
  });

  app.route({
    ...contract.updateVisibility,
    async handler(request) {
      return { company: await changeVisibility(ctx, principalOf(request), request.body) };
    },
  });

  app.route({
    ...sendVerification,
    async handler(request) {
      await resendVerificationMail(ctx, principalOf(request));
      return { message: 'The link is on its way.' };
    },
  });

  app.route({
    ...contract.sendTestMail,
    handler: async (request) => ({ message: await sendTestMail(ctx, principalOf(request)) }),
  });

  app.route({
    ...contract.changePassword,
    async handler(request) {
      await changePassword(ctx, principalOf(request), request.body);
      return { message: 'Password updated successfully' };
    },
  });

  app.route({
    ...contract.updateNotificationPreferences,
    async handler(request) {
      return { company: await changeNotificationPreferences(ctx, principalOf(request), request.body) };
    },
  });
}
