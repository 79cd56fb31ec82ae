import type { Readable } from 'node:stream';
import type { FastifyReply } from 'fastify';

/** Sends a ZIP archive as a download. */
export function sendArchive(reply: FastifyReply, archive: Readable, name: string): FastifyReply {
  return reply
    .type('application/zip')
    .header('cache-control', 'no-store')
    .header('content-disposition', `attachment; filename="${name}.zip"`)
    .send(archive);
}
