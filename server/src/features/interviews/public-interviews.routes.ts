import * as contract from '@cip/contracts/interviews';
import type { App, AppContext } from '../../context.ts';
import { joinInterview, NO_SUCH_LINK, readPublicInterview } from './public-interviews.service.ts';

/** What anybody with an interview's link may do; never answered with 401. */
export function publicInterviewRoutes(app: App, ctx: AppContext): void {
  app.route({
    ...contract.getPublicInterview,
    config: { ...contract.getPublicInterview.config, missing: NO_SUCH_LINK },
    async handler({ params }) {
      return { session: await readPublicInterview(ctx, params.roomCode) };
    },
  });

  app.route({
    ...contract.joinInterview,
    config: { ...contract.joinInterview.config, missing: NO_SUCH_LINK },
    handler: ({ params, body }) => joinInterview(ctx, params.roomCode, body.candidate_name),
  });
}
