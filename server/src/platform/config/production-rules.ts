import type { Config } from './config.ts';
import { ConfigError } from './read-setting.ts';

const WEBHOOK_SECRET_MIN_LENGTH = 16;
/** Shortest prefix of a range of proxies (bits): that of the largest private network. */
const PROXY_PREFIX_MIN = { ipv4: 8, ipv6: 16 };
/** Prefix length of IPv4 addresses mapped to IPv6 (bits). */
const MAPPED_BITS = 96;

/** Throws ConfigError if a setting is safe only for development and tests. */
export function refuseUnsafe(config: Config): void {
  const { passwordHashing, publicUrl, trustProxy, smtpUrl, stripeApi, stripeWebhookSecrets, oidc } = config;
  if (passwordHashing !== 'strong')
    throw new ConfigError('PASSWORD_HASHING must be strong in production: stolen hashes would be guessed in seconds.');
  if (oidc && !publicUrl)
    throw new ConfigError('OIDC_ISSUER needs PUBLIC_URL in production: the provider returns there.');
  if (oidc?.issuer.startsWith('http:') && !isThisMachine(oidc.issuer))
    throw new ConfigError('OIDC_ISSUER must start with https:// in production: it says who signs in.');
  if (smtpUrl && !publicUrl) throw new ConfigError('SMTP_URL needs PUBLIC_URL in production: e-mails contain links.');
  if (publicUrl && new URL(publicUrl).protocol === 'http:' && !isThisMachine(publicUrl))
    throw new ConfigError('PUBLIC_URL must start with https:// in production: tokens would be sent unencrypted.');
  if (trustProxy.some(isTooWide))
    throw new ConfigError(
      'TRUST_PROXY must hold ranges of /8 (IPv6: /16) or narrower in production: proxies, not clients.',
    );
  if (stripeApi && new URL(stripeApi).protocol === 'http:' && !isThisMachine(stripeApi))
    throw new ConfigError('STRIPE_API must start with https:// in production: its key would be sent unencrypted.');
  if (stripeWebhookSecrets.some(({ length }) => length < WEBHOOK_SECRET_MIN_LENGTH))
    throw new ConfigError(
      `STRIPE_WEBHOOK_SECRET must be at least ${WEBHOOK_SECRET_MIN_LENGTH} characters in production.`,
    );
}

function isTooWide(range: string): boolean {
  const [address = '', bits] = range.split('/');
  if (bits === undefined) return false;
  if (!address.includes(':')) return Number(bits) < PROXY_PREFIX_MIN.ipv4;
  // IPv4 addresses mapped to IPv6; the URL parser normalizes every spelling.
  const isMapped = Number(bits) >= MAPPED_BITS && new URL(`http://[${address}]`).hostname.startsWith('[::ffff:');
  return Number(bits) < (isMapped ? MAPPED_BITS + PROXY_PREFIX_MIN.ipv4 : PROXY_PREFIX_MIN.ipv6);
}

/** Returns warnings about settings that are allowed in production but rarely intended. */
export function warningsOf(config: Config): string[] {
  const { production, rateLimits, databaseUrl, publicUrl, metrics, metricsToken, host, runEngine: engine } = config;
  if (!production) return [];
  return [
    ...(rateLimits ? [] : ['RATE_LIMITS is off in production: passwords can be guessed without limits.']),
    ...(databaseUrl ? [] : ['No DATABASE_URL in production: the embedded database serves one node on one disk.']),
    ...(!metrics || metricsToken || isThisMachine(`http://${host.includes(':') ? `[${host}]` : host}`)
      ? []
      : ['METRICS is on without METRICS_TOKEN in production: every client of this port can read the metrics.']),
    ...(publicUrl ? [] : ['No PUBLIC_URL in production: links use an address of this machine.']),
    ...(engine?.token && engine.url.startsWith('http:') && !isThisMachine(engine.url)
      ? ['RUN_ENGINE_URL starts with http:// in production: its token and the programs are sent unencrypted.']
      : []),
  ];
}

function isThisMachine(url: string): boolean {
  const { hostname } = new URL(url);
  return hostname === 'localhost' || hostname.endsWith('.localhost') || /^(127(\.\d+){3}|\[::1\])$/.test(hostname);
}
