import type { App } from '../context.ts';
import { tooManyFields } from './field-errors.ts';
import { hasTooManyStrings } from './json-strings.ts';

/**
 * Lets calls without a payload carry a JSON content type: Fastify's own parser refuses an empty body, and the
 * calls to sign out, start, delete and end have none. A body with more fields than any call has is refused unread.
 * Anything else goes to the default parser, which guards against prototype poisoning.
 */
export function emptyJsonBody(app: App): void {
  const parse = app.getDefaultJsonParser('error', 'error');
  app.addContentTypeParser('application/json', { parseAs: 'string' }, (request, body, done) => {
    const text = typeof body === 'string' ? body : body.toString('utf8');
    if (text === '') done(null, undefined);
    else if (hasTooManyStrings(text)) done(tooManyFields());
    else void parse(request, text, done);
  });
}
