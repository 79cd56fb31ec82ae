import { createGzip, constants } from 'node:zlib';
import { pipeline, Readable } from 'node:stream';
import * as contract from '@cip/contracts/playback';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { AppContext } from '../../context.ts';
import type { App } from '../../platform/context.ts';
import { principalOf } from '../../platform/http/authenticate.ts';
import { NO_ACCESS } from '../interviews/interviews.service.ts';
import { openPlayback } from './playback.service.ts';

/** Registers the route of the recording of an interview. */
export function playbackRoutes(app: App, ctx: AppContext): void {
  app.route({
    ...contract.getPlayback,
    config: { ...contract.getPlayback.config, notFoundMessage: NO_ACCESS },
    async handler(request, reply) {
      const { params, query } = request;
      const { etag, frames } = await openPlayback(ctx, principalOf(request), params.id, query.after ?? null);
      void reply.header('etag', etag).header('cache-control', 'no-store');
      if (request.headers['if-none-match'] === etag) return sendUnchanged(reply);
      return sendFrames(request, reply, frames);
    },
  });
}

const sendUnchanged = (reply: FastifyReply) => reply.status(304).send();

function sendFrames(request: FastifyRequest, reply: FastifyReply, frames: AsyncIterable<Uint8Array>): FastifyReply {
  void reply.type('application/octet-stream').header('vary', 'accept-encoding');
  const source = Readable.from(frames, { objectMode: false });
  if (!/\bgzip\b/.test(request.headers['accept-encoding'] ?? '')) return reply.send(source);
  // Flushed after each frame, so that the player starts with the first ones.
  const gzip = createGzip({ flush: constants.Z_SYNC_FLUSH });
  pipeline(source, gzip, (error) => {
    if (error) request.log.warn({ err: error }, 'a playback broke off');
  });
  return reply.header('content-encoding', 'gzip').send(gzip);
}
