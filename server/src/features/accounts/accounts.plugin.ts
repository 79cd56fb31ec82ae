import type { Feature } from '../../context.ts';
import { companyRoutes } from './company/company.routes.ts';
import { emailChangeMails } from './emails/email-change-mails.service.ts';
import { verificationMails } from './emails/email-verification.service.ts';
import { passwordNotices } from './passwords/password-notices.service.ts';
import { passwordResetRoutes } from './emails/password-reset.routes.ts';
import { passwordResetMails } from './passwords/password-reset.service.ts';
import { secondFactorMails } from './second-factor/second-factor-mails.service.ts';
import { accountSecurityRoutes } from './sign-in/account-security.routes.ts';
import { authRoutes } from './sign-in/auth.routes.ts';
import { providerNotices } from './single-sign-on/provider-notices.service.ts';
import { singleSignOnRoutes } from './single-sign-on/single-sign-on.routes.ts';

/** Companies, users, sign-in, the second step and passwords. */
export const accounts: Feature = async (api, ctx) => {
  authRoutes(api, ctx);
  accountSecurityRoutes(api, ctx);
  passwordResetRoutes(api, ctx);
  companyRoutes(api, ctx);
  await singleSignOnRoutes(api, ctx);
  ctx.mails.compose({
    ...passwordResetMails(ctx),
    ...passwordNotices(ctx),
    ...providerNotices(ctx),
    ...secondFactorMails(ctx),
    ...emailChangeMails(ctx),
    ...verificationMails(ctx),
  });
};
