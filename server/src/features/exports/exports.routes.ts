import * as contract from '@cip/contracts/exports/exports';
import type { AppContext } from '../../context.ts';
import type { App } from '../../platform/http-app.ts';
import { bearerOf, principalOf } from '../../platform/http/authenticate.ts';
import { countOpenReply, STREAMED } from '../../platform/http/limits/open-replies.ts';
import { sendArchive } from '../../platform/http/send-archive.ts';
import { exportCandidate, exportCompany, exportInterview } from './exports.service.ts';

/** The data about a company, an interview or a candidate, as archives. */
export function exportRoutes(app: App, ctx: AppContext): void {
  app.route({
    ...contract.exportCompany,
    ...STREAMED,
    async handler(request, reply) {
      const principal = principalOf(request);
      countOpenReply(reply, principal.userId);
      return sendArchive(reply, await exportCompany(ctx, principal), 'company');
    },
  });

  app.route({
    ...contract.exportInterview,
    ...STREAMED,
    async handler(request, reply) {
      const principal = principalOf(request);
      countOpenReply(reply, principal.userId);
      return sendArchive(reply, await exportInterview(ctx, principal, request.params.id), 'interview');
    },
  });

  app.route({
    ...contract.exportCandidate,
    ...STREAMED,
    async handler(request, reply) {
      const token = bearerOf(request);
      const archive = await exportCandidate(ctx, request.params.roomCode, token);
      // After the check of the token, because a wrong one must end nobody's reply.
      countOpenReply(reply, token ?? '');
      return sendArchive(reply, archive, 'candidate');
    },
  });
}
