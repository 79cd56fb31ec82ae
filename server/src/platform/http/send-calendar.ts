import type { FastifyReply } from 'fastify';

/** Sends an iCalendar text as a download. */
export function sendCalendar(reply: FastifyReply, text: string): FastifyReply {
  return reply
    .type('text/calendar; charset=utf-8')
    .header('cache-control', 'no-store')
    .header('content-disposition', 'attachment; filename="interview.ics"')
    .send(text);
}
