import type { App } from '../http-app.ts';
import { tooManyFields } from './errors/field-errors.ts';
import { hasTooManyParts, REQUEST_PARTS_MAX } from './limits/json-parts.ts';

/**
 * Accepts empty bodies with a JSON content type, which Fastify's parser refuses: the requests to sign out, start,
 * delete and end have none. If a body has too many fields, it is refused without parsing. All others go to the default
 * parser, which guards against prototype poisoning.
 */
export function emptyJsonBody(app: App): void {
  const parse = app.getDefaultJsonParser('error', 'error');
  app.addContentTypeParser('application/json', { parseAs: 'string' }, (request, body, done) => {
    const text = typeof body === 'string' ? body : body.toString('utf8');
    if (text === '') done(null, undefined);
    else if (hasTooManyParts(text, REQUEST_PARTS_MAX)) done(tooManyFields());
    else void parse(request, text, done);
  });
}
