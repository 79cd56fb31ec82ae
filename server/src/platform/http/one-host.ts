import type { App } from '../http-app.ts';
import { AppError } from '../../errors.ts';

/** Refuses a request with two Host headers: a proxy in front may have used the other one. */
export function requireOneHost(app: App): void {
  app.addHook('onRequest', async ({ raw: { rawHeaders } }) => {
    const hosts = rawHeaders.filter((name, index) => index % 2 === 0 && name.toLowerCase() === 'host');
    if (hosts.length > 1) throw new AppError('bad_request', 'The request could not be read.');
  });
}
