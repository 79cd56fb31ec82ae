import * as contract from '@cip/contracts/accounts/single-sign-on';
import type { AppContext } from '../../../context.ts';
import type { App } from '../../../platform/http-app.ts';
import { principalOf } from '../../../platform/http/authenticate.ts';
import { networkOf } from '../../../platform/http/network.ts';
import { originOf } from '../../../platform/http/headers/own-origin.ts';
import { clientInfoOf, rememberDevice } from '../records/client-info.ts';
import { changeOpenDomain, readCompanySingleSignOn } from './open-domain.service.ts';
import { endSignInsByProvider } from './provider-logout.service.ts';
import { bindToBrowser, takeFromBrowser } from './sign-in-cookie.ts';
import { signInOptions } from '../sign-in-ways.service.ts';
import { finishSignIn, startSignIn } from './single-sign-on.service.ts';

/** Sign-in with the provider, its logout, and the owner's setting. */
export async function singleSignOnRoutes(app: App, ctx: AppContext): Promise<void> {
  app.route({ ...contract.getSignInOptions, handler: () => Promise.resolve(signInOptions(ctx.config)) });
  signInRoutes(app, ctx);
  companyRoutes(app, ctx);
  await app.register(async (scope: App) => logoutRoute(scope, ctx));
}

function signInRoutes(app: App, ctx: AppContext): void {
  app.route({
    ...contract.startSingleSignOn,
    async handler(request, reply) {
      const from = { origin: originOf(ctx.config, request), prompt: request.body.prompt };
      const { url, attempt } = await startSignIn(ctx, from, clientInfoOf(request, ctx.config));
      bindToBrowser(ctx, request, reply, attempt);
      return { url };
    },
  });

  app.route({
    ...contract.finishSingleSignOn,
    async handler(request, reply) {
      const attempt = takeFromBrowser(ctx, request, reply);
      const { answer } = request.body;
      const { userId, ...body } = await finishSignIn(ctx, { attempt, answer }, clientInfoOf(request, ctx.config));
      rememberDevice(request, reply, ctx.tokens.signDevice(userId), ctx.config);
      return body;
    },
  });
}

function companyRoutes(app: App, ctx: AppContext): void {
  app.route({
    ...contract.getCompanySingleSignOn,
    handler: (request) => readCompanySingleSignOn(ctx, principalOf(request)),
  });

  app.route({
    ...contract.changeCompanySingleSignOn,
    handler: (request) => changeOpenDomain(ctx, principalOf(request), request.body.domain),
  });
}

/** Providers send the logout token as a form, which no other endpoint reads. */
function logoutRoute(scope: App, ctx: AppContext): void {
  scope.addContentTypeParser('application/x-www-form-urlencoded', { parseAs: 'string' }, (_request, body, done) =>
    // Other fields mean nothing here; the standard says to ignore them.
    done(null, { logout_token: new URLSearchParams(String(body)).get('logout_token') ?? '' }),
  );
  scope.route({
    ...contract.backChannelLogout,
    async handler(request) {
      await endSignInsByProvider(ctx, request.body.logout_token, networkOf(request.ip));
      return { message: 'Signed out' };
    },
  });
}
