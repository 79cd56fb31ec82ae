import type { App } from '../../http-app.ts';
import type { Config } from '../../config/config.ts';

/** Validity of the file (ms): half a year; RFC 9116 recommends less than one. */
const VALID_FOR_MS = 180 * 24 * 3_600_000;

/** Serves `/.well-known/security.txt` (RFC 9116): the contact for reports of vulnerabilities. */
export function securityTxt(app: App, config: Config): void {
  app.get('/.well-known/security.txt', { config: { access: 'public' } }, (request, reply) => {
    // The default is the support address on the product's pages.
    const contact = config.securityContact ?? `mailto:support@${hostOf(config.publicUrl, request.hostname)}`;
    const lines = [
      `Contact: ${contact}`,
      `Expires: ${new Date(Date.now() + VALID_FOR_MS).toISOString()}`,
      'Preferred-Languages: en',
      ...(config.publicUrl ? [`Canonical: ${config.publicUrl}/.well-known/security.txt`] : []),
    ];
    return reply
      .type('text/plain; charset=utf-8')
      .header('cache-control', 'no-cache')
      .send(`${lines.join('\n')}\n`);
  });
}

function hostOf(publicUrl: string | null, requestHost: string): string {
  if (publicUrl) return new URL(publicUrl).hostname;
  return /^[\w.-]+$/.test(requestHost) ? requestHost : 'localhost';
}
