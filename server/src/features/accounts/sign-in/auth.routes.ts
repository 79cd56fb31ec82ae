import * as contract from '@cip/contracts/accounts/auth';
import * as factor from '@cip/contracts/accounts/auth-second-factor';
import { getDeviceKey } from '@cip/contracts/rooms/device-key';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { AppContext } from '../../../context.ts';
import type { App } from '../../../platform/http-app.ts';
import { principalOf } from '../../../platform/http/authenticate.ts';
import { logout, readAccount, register } from './auth.service.ts';
import { deviceKeyOf } from './device-key.ts';
import { clientInfoOf, rememberDevice } from '../records/client-info.ts';
import { answerChallenge, login } from './login.service.ts';

/** Registration, sign-in, sign-out and the current account. */
export function authRoutes(app: App, ctx: AppContext): void {
  const remembered = <T extends { userId: string }>(request: FastifyRequest, reply: FastifyReply, entered: T) => {
    const { userId, ...body } = entered;
    rememberDevice(request, reply, ctx.tokens.signDevice(userId), ctx.config);
    return body;
  };

  app.route({
    ...contract.register,
    async handler(request, reply) {
      const entered = await register(ctx, request.body, clientInfoOf(request, ctx.config));
      return reply.status(201).send(remembered(request, reply, entered));
    },
  });

  app.route({
    ...contract.login,
    handler: async (request, reply) =>
      remembered(request, reply, await login(ctx, request.body, clientInfoOf(request, ctx.config))),
  });

  app.route({
    ...factor.answerChallenge,
    handler: async (request, reply) =>
      remembered(request, reply, await answerChallenge(ctx, request.body, clientInfoOf(request, ctx.config))),
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
