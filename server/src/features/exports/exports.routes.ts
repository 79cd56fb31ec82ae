import type { Readable } from 'node:stream';
import * as contract from '@cip/contracts/exports';
import type { FastifyReply } from 'fastify';
import type { AppContext } from '../../context.ts';
import type { App } from '../../platform/context.ts';
import { bearerOf, principalOf } from '../../platform/http/authenticate.ts';
import { NO_ACCESS } from '../interviews/interviews.service.ts';
import { exportCandidate, exportCompany, exportInterview, NO_SUCH_LINK } from './exports.service.ts';

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

function sendArchive(reply: FastifyReply, archive: Readable, name: string): FastifyReply {
  return reply
    .type('application/zip')
    .header('cache-control', 'no-store')
    .header('content-disposition', `attachment; filename="${name}.zip"`)
    .send(archive);
}
