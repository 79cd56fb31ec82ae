import type { Readable } from 'node:stream';
import * as contract from '@cip/contracts/exports';
import type { FastifyReply } from 'fastify';
import type { App, AppContext } from '../../context.ts';
import { bearerOf, principalOf } from '../../platform/authenticate.ts';
import { NO_ACCESS } from '../interviews/interviews.service.ts';
import { exportCandidate, exportCompany, exportInterview, NO_SUCH_LINK } from './exports.service.ts';

/** An archive costs more than other replies: one address gets so many a minute. */
const rateLimit = { max: 10, timeWindow: 60_000 };

/** What is held about a company, an interview or a candidate, as archives. */
export function exportRoutes(app: App, ctx: AppContext): void {
  app.route({
    ...contract.exportCompany,
    config: { ...contract.exportCompany.config, rateLimit },
    async handler(request, reply) {
      return sendArchive(reply, await exportCompany(ctx, principalOf(request)), 'company');
    },
  });

  app.route({
    ...contract.exportInterview,
    config: { ...contract.exportInterview.config, missing: NO_ACCESS, rateLimit },
    async handler(request, reply) {
      return sendArchive(reply, await exportInterview(ctx, principalOf(request), request.params.id), 'interview');
    },
  });

  app.route({
    ...contract.exportCandidate,
    config: { ...contract.exportCandidate.config, missing: NO_SUCH_LINK, rateLimit },
    async handler(request, reply) {
      const archive = await exportCandidate(ctx, request.params.roomCode, bearerOf(request));
      return sendArchive(reply, archive, 'candidate');
    },
  });
}

// The bytes are a stream, which no schema serialises.
function sendArchive(reply: FastifyReply, archive: Readable, name: string): FastifyReply {
  return reply
    .type('application/zip')
    .header('cache-control', 'no-store')
    .header('content-disposition', `attachment; filename="${name}.zip"`)
    .send(archive);
}
