import { undoEmailChange, verifyEmail } from '@cip/contracts/auth-recovery';
import * as contract from '@cip/contracts/auth-reset';
import type { AppContext } from '../../../context.ts';
import type { App } from '../../../platform/context.ts';
import { openEmailUndo } from '../emails/email-undo.service.ts';
import { openVerifyEmail } from '../emails/email-verification.service.ts';
import { openPasswordReset } from './password-reset.service.ts';
import { rememberDevice, visitorOf } from '../sign-in/visitor.ts';

/** What the links in mails open: a new password, the way back from a new e-mail, the proof of an e-mail. */
export function passwordResetRoutes(app: App, ctx: AppContext): void {
  const { forgot, reset } = openPasswordReset(ctx);
  const undo = openEmailUndo(ctx);
  const verify = openVerifyEmail(ctx);

  app.route({
    ...contract.forgotPassword,
    async handler(request) {
      await forgot(request.body, visitorOf(request, ctx.config));
      return { message: 'If this email is registered, a link is on its way.' };
    },
  });

  app.route({
    ...contract.resetPassword,
    async handler(request, reply) {
      const userId = await reset(request.body, visitorOf(request, ctx.config));
      // Who can read the account's mail is no stranger at the next sign-in.
      rememberDevice(request, reply, ctx.tokens.signDevice(userId), ctx.config);
      return { message: 'Password updated successfully' };
    },
  });

  app.route({
    ...verifyEmail,
    async handler(request) {
      await verify(request.body, visitorOf(request, ctx.config));
      return { message: 'Your email address is confirmed' };
    },
  });

  app.route({
    ...undoEmailChange,
    handler: async (request) => ({ token: await undo(request.body, visitorOf(request, ctx.config)) }),
  });
}
