import * as contract from '@cip/contracts/exports';
import type { AppContext } from '../../context.ts';
import type { App } from '../../platform/context.ts';
import { bearerOf, principalOf } from '../../platform/http/authenticate.ts';
import { sendArchive } from '../../platform/http/send-archive.ts';
import { NO_ACCESS } from '../interviews/interviews.service.ts';
import { NO_SUCH_LINK } from '../interviews/public-interviews.service.ts';
import { exportCandidate, exportCompany, exportInterview } from './exports.service.ts';

/** What is stored about a company, an interview or a candidate, as archives. */
export function exportRoutes(app: App, ctx: AppContext): void {
  app.route({
    ...contract.exportCompany,
    async handler(request, reply) {
      return sendArchive(reply, await exportCompany(ctx, principalOf(request)), 'company');
    },
  });

  app.route({
    ...contract.exportInterview,
    config: { ...contract.exportInterview.config, notFoundMessage: NO_ACCESS },
    async handler(request, reply) {
      return sendArchive(reply, await exportInterview(ctx, principalOf(request), request.params.id), 'interview');
    },
  });

  app.route({
    ...contract.exportCandidate,
    config: { ...contract.exportCandidate.config, notFoundMessage: NO_SUCH_LINK },
    async handler(request, reply) {
      const archive = await exportCandidate(ctx, request.params.roomCode, bearerOf(request));
      return sendArchive(reply, archive, 'candidate');
    },
  });
}
