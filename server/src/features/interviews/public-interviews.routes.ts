import * as contract from '@cip/contracts/interviews';
import type { AppContext } from '../../context.ts';
import type { App } from '../../platform/context.ts';
import { bearerOf } from '../../platform/http/authenticate.ts';
import { networkOf } from '../../platform/http/network.ts';
import { joinInterview, NO_SUCH_LINK, readPublicInterview } from './public-interviews.service.ts';
import { limitRoomCodes } from './room-code-misses.service.ts';

/** Registers the routes that need only an interview's link. */
export function publicInterviewRoutes(app: App, ctx: AppContext): void {
  app.route({
    ...contract.getPublicInterview,
    config: { ...contract.getPublicInterview.config, notFoundMessage: NO_SUCH_LINK },
    async handler(request) {
      const read = () => readPublicInterview(ctx, request.params.roomCode, bearerOf(request));
      return { session: await limitRoomCodes(ctx, networkOf(request.ip), read) };
    },
  });

  app.route({
    ...contract.joinInterview,
    config: { ...contract.joinInterview.config, notFoundMessage: NO_SUCH_LINK },
    handler: ({ params, body, ip }) =>
      limitRoomCodes(ctx, networkOf(ip), () => joinInterview(ctx, params.roomCode, body.candidate_name)),
  });
}
