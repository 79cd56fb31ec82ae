import * as contract from '@cip/contracts/auth';
import { answerChallenge } from '@cip/contracts/auth-second-factor';
import { getDeviceKey } from '@cip/contracts/device-key';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { AppContext } from '../../../context.ts';
import type { App } from '../../../platform/context.ts';
import { principalOf } from '../../../platform/http/authenticate.ts';
import { logout, openRegister, readAccount } from './auth.service.ts';
import { deviceKeyOf } from './device-key.ts';
import { openLogin } from './login.service.ts';
import { rememberDevice, visitorOf } from './visitor.ts';

/** Register, sign in and out, and the current account. */
export function authRoutes(app: App, ctx: AppContext): void {
  const register = openRegister(ctx);
  const { login, answer } = openLogin(ctx);
  const remembered = <T extends { userId: string }>(request: FastifyRequest, reply: FastifyReply, entered: T) => {
    const { userId, ...body } = entered;
    rememberDevice(request, reply, ctx.tokens.signDevice(userId), ctx.config);
    return body;
  };

  app.route({
    ...contract.register,
    async handler(request, reply) {
      const entered = await register(request.body, visitorOf(request, ctx.config));
      return reply.status(201).send(remembered(request, reply, entered));
    },
  });

  app.route({
    ...contract.login,
    handler: async (request, reply) =>
      remembered(request, reply, await login(request.body, visitorOf(request, ctx.config))),
  });

  app.route({
    ...answerChallenge,
    handler: async (request, reply) =>
      remembered(request, reply, await answer(request.body, visitorOf(request, ctx.config))),
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

  app.route({
    ...getDeviceKey,
    handler: (request) => Promise.resolve(deviceKeyOf(ctx.vault, principalOf(request).userId)),
  });
}
