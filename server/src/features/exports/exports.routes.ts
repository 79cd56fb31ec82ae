import type { Readable } from 'node:stream';
import * as contract from '@cip/contracts/exports';
import type { FastifyReply } from 'fastify';
import type { AppContext } from '../../context.ts';
import type { App } from '../../platform/context.ts';
import { bearerOf, principalOf } from '../../platform/http/authenticate.ts';
import { createFailureLimit } from '../../platform/redis/failure-limit.ts';
import { NO_ACCESS } from '../interviews/interviews.service.ts';
import { exportCandidate, exportCompany, exportInterview, NO_SUCH_LINK } from './exports.service.ts';

/** An archive reads whole logs where other replies read a few rows: a company, or a link, gets so many a minute. */
const ARCHIVES_PER_MINUTE = 10;

/** What is held about a company, an interview or a candidate, as archives. */
export function exportRoutes(app: App, { config, db, redis, tokens }: AppContext): void {
  const archives = createFailureLimit({
    redis,
    enabled: config.rateLimits,
    purpose: 'archives',
    max: ARCHIVES_PER_MINUTE,
    windowSeconds: 60,
    message: 'Too many exports. Please wait a moment.',
  });
  const ctx = { db, tokens, archives };

  app.route({
    ...contract.exportCompany,
    async handler(request, reply) {
      return sendArchive(reply, await exportCompany(ctx, principalOf(request)), 'company');
    },
  });

  app.route({
    ...contract.exportInterview,
    config: { ...contract.exportInterview.config, missing: NO_ACCESS },
    async handler(request, reply) {
      return sendArchive(reply, await exportInterview(ctx, principalOf(request), request.params.id), 'interview');
    },
  });

  app.route({
    ...contract.exportCandidate,
    config: { ...contract.exportCandidate.config, missing: NO_SUCH_LINK },
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
