import * as contract from '@cip/contracts/playback/review-links';
import type { AppContext } from '../../context.ts';
import type { App } from '../../platform/http-app.ts';
import { principalOf } from '../../platform/http/authenticate.ts';
import { countOpenReply } from '../../platform/http/limits/open-replies.ts';
import { scopeOf } from '../interviews/scope.service.ts';
import { sendRecording } from './send-recording.ts';
import * as reviews from './review-links.service.ts';

/** Registers the routes of review links: for their company, and for their readers. */
export function reviewLinkRoutes(app: App, ctx: AppContext): void {
  app.route({
    ...contract.createReviewLink,
    async handler(request, reply) {
      const made = await reviews.createLink(ctx, principalOf(request), request.params.id, request.body);
      return reply.status(201).send(made);
    },
  });

  app.route({
    ...contract.listReviewLinks,
    async handler(request) {
      return { links: await reviews.listReviewLinks(ctx, scopeOf(principalOf(request)), request.params.id) };
    },
  });

  app.route({
    ...contract.revokeReviewLink,
    async handler(request) {
      await reviews.revokeLink(ctx, principalOf(request), request.params.id, request.params.link_id);
      return { message: 'Review link revoked' };
    },
  });

  app.route({
    ...contract.openReview,
    async handler(request, reply) {
      void reply.header('x-robots-tag', 'noindex');
      const { token, after = null } = request.body;
      const playback = await reviews.openReview(ctx, token, after);
      // After the check of the token, because a wrong one must end nobody's reply.
      countOpenReply(reply, token);
      return sendRecording(request, reply, playback);
    },
  });
}
