import { undoEmailChange } from '@cip/contracts/auth-recovery';
import * as contract from '@cip/contracts/auth-reset';
import type { App, AppContext } from '../../context.ts';
import { openEmailUndo } from './email-undo.service.ts';
import { openPasswordReset } from './password-reset.service.ts';
import { rememberDevice, visitorOf } from './visitor.ts';

/** A new password by mail, and the way back from a change of the e-mail. */
export function passwordResetRoutes(app: App, ctx: AppContext): void {
  const { forgot, reset } = openPasswordReset(ctx);
  const undo = openEmailUndo(ctx);

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
    ...undoEmailChange,
    handler: async (request) => ({ token: await undo(request.body, visitorOf(request, ctx.config)) }),
  });
}
