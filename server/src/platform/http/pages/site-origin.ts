import { AsyncLocalStorage } from 'node:async_hooks';
import { hostname } from 'node:os';
import type { Config } from '../../config/config.ts';
import type { App } from '../../http-app.ts';

/** The address of the site, for links in e-mails, calendars and receipts. */
export interface SiteOrigin {
  /** Returns PUBLIC_URL; if it is not set, the address of the current request or of a recent one. */
  origin: () => string;
  /** Returns the address to store with an e-mail for later; null if PUBLIC_URL is set, or if none is known. */
  current: () => string | null;
  /** Does a task whose links start with the given address; null leaves the choice to `origin`. */
  within<T>(address: string | null, task: () => T): T;
}

const LOOPBACK = /^(localhost|127(\.\d+){3}|\[::1\])$/;

/**
 * Provides the address of the site, and remembers the address of each request. Only addresses of this machine count, so
 * that nobody can name another host for the link of someone else's e-mail.
 */
export function openSiteOrigin(app: App, { publicUrl, port }: Pick<Config, 'publicUrl' | 'port'>): SiteOrigin {
  if (publicUrl !== null) return { origin: () => publicUrl, current: () => null, within: (_address, task) => task() };
  const storage = new AsyncLocalStorage<string>();
  /** The address of a recent request: preferably of another device, because its address works on this machine too. */
  let recent: string | null = null;
  // After the body, because its events belong to the connection.
  app.addHook('preHandler', (request, _reply, done) => {
    const { headers, socket } = request.raw;
    const own = ownOriginOf({ host: headers.host ?? '', address: socket.localAddress, port: socket.localPort });
    if (own === null) return done();
    if (recent === null || !LOOPBACK.test(new URL(own).hostname)) recent = own;
    storage.run(own, done);
  });
  const current = () => storage.getStore() ?? recent;
  const fallback = () => {
    const bound = app.server.address();
    return `http://localhost:${typeof bound === 'object' && bound ? bound.port : port}`;
  };
  return {
    current,
    origin: () => current() ?? fallback(),
    within: (address, task) => (address === null ? task() : storage.run(address, task)),
  };
}

/**
 * Returns the origin that a Host header names if it is this machine: this machine's name, the address that the
 * connection arrived at, or a loopback one, each with the port of the connection. Otherwise null, because anyone can
 * send any header.
 */
export function ownOriginOf(
  request: { host: string; address: string | undefined; port: number | undefined },
  machine = hostname(),
): string | null {
  const text = `http://${request.host}`;
  if (request.port === undefined || !URL.canParse(text)) return null;
  const { origin, hostname: named, port } = new URL(text);
  // If a header contains anything besides a host, it does not count.
  if (origin !== text.toLowerCase() || Number(port || 80) !== request.port) return null;
  const arrived = (request.address ?? '').replace(/^::ffff:/i, '');
  const names = [arrived, `[${arrived}]`, machine.toLowerCase(), `${machine.toLowerCase()}.local`];
  return LOOPBACK.test(named) || names.includes(named) ? origin : null;
}
