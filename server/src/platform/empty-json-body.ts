import type { App } from '../context.ts';

/**
 * Lets calls without a payload carry a JSON content type: Fastify's own parser refuses an empty body, and the
 * calls to sign out, start, delete and end have none. Anything else goes to the default parser, which guards
 * against prototype poisoning.
 */
export function emptyJsonBody(app: App): void {
  const parse = app.getDefaultJsonParser('error', 'error');
  app.addContentTypeParser('application/json', { parseAs: 'string' }, (request, body, done) => {
    if (body === '') done(null, undefined);
    else void parse(request, typeof body === 'string' ? body : body.toString('utf8'), done);
  });
}
