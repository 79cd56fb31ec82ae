import * as contract from '@cip/contracts/auth';
import type { App, AppContext } from '../../context.ts';
import { principalOf } from '../../platform/authenticate.ts';
import { createFailureLimit } from '../../platform/failure-limit.ts';
import { login, logout, readAccount, register } from './auth.service.ts';
import { FAILURES_MAX, FAILURES_WINDOW_SECONDS } from './failure-limits.ts';

/** Register, sign in and out, and the current account. */
export function authRoutes(app: App, ctx: AppContext): void {
  const failures = createFailureLimit({
    redis: ctx.redis,
    enabled: ctx.config.rateLimits,
    purpose: 'login',
    max: FAILURES_MAX,
    windowSeconds: FAILURES_WINDOW_SECONDS,
  });

  app.route({
    ...contract.register,
    async handler({ body }, reply) {
      return reply.status(201).send(await register(ctx, body));
    },
  });

  app.route({
    ...contract.login,
    handler: ({ body, ip }) => login(ctx, failures, body, ip),
  });

  app.route({
    ...contract.logout,
    async handler(request) {
      await logout(ctx, principalOf(request));
      return { message: 'Signed out' };
    },
  });

  app.route({
    ...contract.getAccount,
    handler: (request) => readAccount(ctx, principalOf(request)),
  });
}
