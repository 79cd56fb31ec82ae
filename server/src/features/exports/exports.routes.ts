import * as contract from '@cip/contracts/exports/exports';
import type { AppContext } from '../../context.ts';
import type { App } from '../../platform/http-app.ts';
import { bearerOf, principalOf } from '../../platform/http/authenticate.ts';
import { sendArchive } from '../../platform/http/send-archive.ts';
import { exportCandidate, exportCompany, exportInterview } from './exports.service.ts';

/** The data about a company, an interview or a candidate, as archives. */
export function exportRoutes(app: App, ctx: AppContext): void {
  app.route({
    ...contract.exportCompany,
    async handler(request, reply) {
      return sendArchive(reply, await exportCompany(ctx, principalOf(request)), 'company');
    },
  });

  app.route({
    ...contract.exportInterview,
    async handler(request, reply) {
      return sendArchive(reply, await exportInterview(ctx, principalOf(request), request.params.id), 'interview');
    },
  });

  app.route({
    ...contract.exportCandidate,
    async handler(request, reply) {
      const archive = await exportCandidate(ctx, request.params.roomCode, bearerOf(request));
      return sendArchive(reply, archive, 'candidate');
    },
  });
}
