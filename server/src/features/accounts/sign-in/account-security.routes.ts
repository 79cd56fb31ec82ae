import * as factor from '@cip/contracts/accounts/auth-second-factor';
import * as recovery from '@cip/contracts/accounts/auth-recovery';
import * as contract from '@cip/contracts/accounts/auth-sign-ins';
import type { AppContext } from '../../../context.ts';
import type { App } from '../../../platform/http-app.ts';
import { principalOf, requireRecentSignIn } from '../../../platform/http/authenticate.ts';
import { requireIdentity } from './identity-check.service.ts';
import { requirePassword } from '../passwords/password.service.ts';
import { reauthenticate } from './reauthentication.service.ts';
import * as factors from '../second-factor/second-factor.service.ts';
import * as signIns from './sign-ins.service.ts';

/** The sign-ins and the second step of every user, for that user. */
export function accountSecurityRoutes(app: App, ctx: AppContext): void {
  signInRoutes(app, ctx);
  secondFactorRoutes(app, ctx);
}

function signInRoutes(app: App, ctx: AppContext): void {
  app.route({
    ...recovery.reauthenticate,
    async handler(request) {
      await reauthenticate(ctx, principalOf(request), request.body);
      return { message: 'Confirmed' };
    },
  });

  app.route({
    ...contract.listSignIns,
    handler: (request) => signIns.listSignIns(ctx, principalOf(request)),
  });

  app.route({
    ...contract.endSignIn,
    async handler(request) {
      const principal = principalOf(request);
      requireRecentSignIn(principal);
      await signIns.endSignIn(ctx, principal, request.params.id);
      return { message: 'Signed out there' };
    },
  });

  app.route({
    ...contract.endOtherSignIns,
    async handler(request) {
      const principal = principalOf(request);
      requireRecentSignIn(principal);
      await signIns.endOtherSignIns(ctx, principal);
      return { message: 'Signed out everywhere else' };
    },
  });
}

function secondFactorRoutes(app: App, ctx: AppContext): void {
  app.route({
    ...factor.getSecondFactor,
    handler: (request) => factors.readSecondFactor(ctx, principalOf(request)),
  });

  app.route({
    ...factor.beginSecondFactor,
    async handler(request, reply) {
      const principal = principalOf(request);
      const { password } = request.body;
      await requirePassword(ctx, 'secondFactorPassword', principal, { field: 'password', password });
      return reply.status(201).send(await factors.beginSecondFactor(ctx, principal));
    },
  });

  app.route({
    ...factor.confirmSecondFactor,
    async handler(request) {
      return { recovery_codes: await factors.confirmSecondFactor(ctx, principalOf(request), request.body.code) };
    },
  });

  app.route({
    ...factor.renewRecoveryCodes,
    async handler(request) {
      const principal = principalOf(request);
      await requireIdentity(ctx, 'secondFactorPassword', principal, request.body);
      return { recovery_codes: await factors.renewRecoveryCodes(ctx, principal) };
    },
  });

  app.route({
    ...factor.disableSecondFactor,
    async handler(request) {
      const principal = principalOf(request);
      await requireIdentity(ctx, 'secondFactorPassword', principal, request.body);
      await factors.disableSecondFactor(ctx, principal);
      return { message: 'Two-step sign-in is off' };
    },
  });
}
