import * as contract from '@cip/contracts/playback/playback';
import type { AppContext } from '../../context.ts';
import type { App } from '../../platform/http-app.ts';
import { principalOf } from '../../platform/http/authenticate.ts';
import { countOpenReply, STREAMED } from '../../platform/http/limits/open-replies.ts';
import { closeStretch } from './closed-stretches.service.ts';
import { openPlayback } from './playback.service.ts';
import { sendRecording } from './send-recording.ts';

/** Registers the routes of the recording of an interview. */
export function playbackRoutes(app: App, ctx: AppContext): void {
  app.route({
    ...contract.getPlayback,
    ...STREAMED,
    async handler(request, reply) {
      const { params, query } = request;
      const principal = principalOf(request);
      countOpenReply(reply, principal.userId);
      const playback = await openPlayback(ctx, principal, params.id, query.after ?? null);
      return sendRecording(request, reply, playback);
    },
  });

  app.route({
    ...contract.closeStretch,
    async handler(request, reply) {
      const stretch = await closeStretch(ctx, principalOf(request), request.params.id, request.body);
      return reply.status(201).send({ stretch });
    },
  });
}
