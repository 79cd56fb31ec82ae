import { createGzip, constants } from 'node:zlib';
import { pipeline, Readable } from 'node:stream';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { OpenPlayback } from './playback.service.ts';

/** Sends a recording, compressed for clients that accept it; nothing if the client has it already. */
export function sendRecording(
  request: FastifyRequest,
  reply: FastifyReply,
  { etag, frames }: OpenPlayback,
): FastifyReply {
  void reply.header('etag', etag).header('cache-control', 'no-store');
  if (request.headers['if-none-match'] === etag) return reply.status(304).send();
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
