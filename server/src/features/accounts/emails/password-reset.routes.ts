import * as recovery from '@cip/contracts/accounts/auth-recovery';
import * as contract from '@cip/contracts/accounts/auth-reset';
import type { AppContext } from '../../../context.ts';
import type { App } from '../../../platform/http-app.ts';
import { undoEmailChange } from './email-undo.service.ts';
import { verifyEmail } from './email-verification.service.ts';
import { requestPasswordReset, resetPassword } from '../passwords/password-reset.service.ts';
import { clientInfoOf, rememberDevice } from '../records/client-info.ts';

const ON_ITS_WAY =
  'If this email is registered, a link is on its way. It works for an hour. If nothing arrives, look in the spam folder.';
/** The message outside production if no mail server is set up. */
const IN_A_FILE =
  'Email is not set up here: if this email is registered, its link is in a file on the server, and works for an hour.';

/** The endpoints behind e-mailed links: a new password, the undo of an e-mail change, the confirmation of an e-mail. */
export function passwordResetRoutes(app: App, ctx: AppContext): void {
  app.route({
    ...contract.forgotPassword,
    async handler(request) {
      await requestPasswordReset(ctx, request.body, clientInfoOf(request, ctx.config));
      return { message: ctx.mails.delivery === 'sent' ? ON_ITS_WAY : IN_A_FILE };
    },
  });

  app.route({
    ...contract.resetPassword,
    async handler(request, reply) {
      const userId = await resetPassword(ctx, request.body, clientInfoOf(request, ctx.config));
      // The user reads the account's e-mail, so this device counts as known.
      rememberDevice(request, reply, ctx.tokens.signDevice(userId), ctx.config);
      return { message: 'Password updated successfully' };
    },
  });

  app.route({
    ...recovery.verifyEmail,
    async handler(request) {
      await verifyEmail(ctx, request.body, clientInfoOf(request, ctx.config));
      return { message: 'Your email address is confirmed' };
    },
  });

  app.route({
    ...recovery.undoEmailChange,
    handler: async (request) => ({
      token: await undoEmailChange(ctx, request.body, clientInfoOf(request, ctx.config)),
    }),
  });
}
