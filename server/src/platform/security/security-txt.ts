import type { App, PlatformContext } from '../context.ts';

/** How long a copy of the file may be trusted, in milliseconds: half a year, as RFC 9116 asks for less than one. */
const VALID_FOR_MS = 180 * 24 * 3_600_000;

/** Serves `/.well-known/security.txt` (RFC 9116): where to report a vulnerability. */
export function securityTxt(app: App, { config }: Pick<PlatformContext, 'config'>): void {
  app.get('/.well-known/security.txt', { config: { access: 'public' } }, (request, reply) => {
    // The support address that the product's pages name.
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

function hostOf(publicUrl: string | null, requested: string): string {
  if (publicUrl) return new URL(publicUrl).hostname;
  return /^[\w.-]+$/.test(requested) ? requested : 'localhost';
}
