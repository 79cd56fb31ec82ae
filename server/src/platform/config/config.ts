import { fileURLToPath } from 'node:url';
import proxyAddr from '@fastify/proxy-addr';
import { LANGUAGE_IDS } from '@cip/contracts/rooms/code-files';
import { PASSWORD_MIN } from '@cip/contracts/protocol/common';
import { RUN_LIMIT_MS, RUNS_PER_MINUTE } from '@cip/contracts/runs/runs';
import { PROVIDER_NAME_MAX } from '@cip/contracts/accounts/sign-in-ways';
import { OperatorError } from '../operator-error.ts';
import { PASSWORD_HASHINGS, type PasswordHashing } from '../security/password.ts';
import { unknownSettings } from './unknown-settings.ts';
import { parseNetwork, type Networks } from '../outbound/networks.ts';

/** The settings of one node. Only this file reads the environment. */
export interface Config {
  production: boolean;
  host: string;
  port: number;
  /** Folder of the embedded database; unused when `databaseUrl` is set. */
  dataDir: string;
  databaseUrl: string | null;
  redisUrl: string | null;
  /** Public origin of the product; null means the address of this machine that a request came by. */
  publicUrl: string | null;
  /** Other origins that may call the API and open sockets. */
  corsOrigins: string[];
  /** Secret that signs tokens; null means one is generated and stored in the database. */
  jwtSecret: string | null;
  /** The 32 bytes of the Ed25519 key that signs receipts; one is generated without it. */
  receiptKey: Buffer | null;
  passwordMinLength: number;
  /** What a hash of a password costs; `fast` is for tests. */
  passwordHashing: PasswordHashing;
  rateLimits: boolean;
  logLevel: LogLevel;
  /** Addresses or CIDR ranges of proxies whose forwarding headers are trusted. */
  trustProxy: string[];
  stripeSecretKey: string | null;
  /** All are accepted, so that a secret can be rotated. */
  stripeWebhookSecrets: string[];
  /** Address of Stripe's API; null means Stripe's own. */
  stripeApi: string | null;
  smtpUrl: string | null;
  /** Sender of e-mails: an address, or a name with an address in angle brackets. */
  mailFrom: string;
  /** Key that every socket must send; null means none is required. */
  socketAppKey: string | null;
  /** Bearer token for `/metrics`; null means none is required. */
  metricsToken: string | null;
  /** Serves `/metrics`; in production off by default unless there is a token. */
  metrics: boolean;
  /** Serves the description of the API at `/api/docs`; in production off by default. */
  apiDocs: boolean;
  /** Where to report a vulnerability, as a URI; null means the support address of the host. */
  securityContact: string | null;
  /** Folder of the built web app. */
  webDir: string;
  /** Time limit of a program that is run (ms), in browsers and on the engine; without loading and compilation. */
  runLimitMs: number;
  /** Runs of one interview per minute. */
  runsPerMinute: number;
  /** The server that runs languages which browsers cannot; null means there is none. */
  runEngine: RunEngineConfig | null;
  /** Networks that webhooks may be sent to besides the public internet, also without TLS. */
  webhookNetworks: Networks;
  /** The provider that users may sign in with (OpenID Connect); null means there is none. */
  oidc: OidcConfig | null;
}

/** The settings of the provider that users may sign in with. */
export interface OidcConfig {
  /** Its issuer, as a normalized URL; linked accounts are stored under it. */
  issuer: string;
  clientId: string;
  clientSecret: string;
  /** What the login screen calls it. */
  name: string;
  /** E-mail domains, in lower case, that a company may take new interviewers from. */
  domains: string[];
  /** Passwords work only for owners with a second step. */
  isOnlyWay: boolean;
  /** An e-mail counts as confirmed although the provider does not say so. */
  trustsEmail: boolean;
}

/** The settings of the server that runs programs. */
export interface RunEngineConfig {
  kind: (typeof RUN_ENGINES)[number];
  /** Address without a slash at its end; never part of a reply or a message. */
  url: string;
  token: string | null;
  /** Header that carries the token. */
  tokenHeader: string;
  /** Ids of the languages that may run there; null means all that it has. */
  languages: string[] | null;
}

const RUN_ENGINES = ['piston', 'judge0'] as const;
/** Headers that carry the token by default. */
const TOKEN_HEADERS = { piston: 'Authorization', judge0: 'X-Auth-Token' };
/** Settings that have no effect without the address. */
const RUN_ENGINE_OPTIONS = ['RUN_ENGINE', 'RUN_ENGINE_TOKEN', 'RUN_ENGINE_TOKEN_HEADER', 'RUN_ENGINE_LANGUAGES'];

/** Settings that have no effect without the issuer. */
const OIDC_OPTIONS = ['OIDC_CLIENT_ID', 'OIDC_CLIENT_SECRET', 'OIDC_NAME', 'OIDC_DOMAINS', 'OIDC_TRUST_EMAIL'];
/** Issuers of Microsoft whose users come from any organization, the last being that of private accounts. */
const MANY_TENANTS = /^\/(common|organizations|consumers|9188040d-6c67-4c5b-b112-36a304b66dad)(\/|$)/i;
const SIGN_IN_WAYS = ['any', 'oidc'] as const;
const DOMAIN = /^(?=.{4,253}$)([a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z][a-z0-9-]{0,61}[a-z0-9]$/;

const LOG_LEVELS = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'] as const;
type LogLevel = (typeof LOG_LEVELS)[number];

/** A setting is not valid. */
export class ConfigError extends OperatorError {}

type Environment = Record<string, string | undefined>;

const SECRET_MIN_LENGTH = 32;
/** Minimum of distinct characters of a secret; random ones have more. */
const SECRET_MIN_DISTINCT = 8;
const METRICS_TOKEN_MIN_LENGTH = 16;
const WEBHOOK_SECRET_MIN_LENGTH = 16;
const RECEIPT_KEY_BYTES = 32;
/** Shortest prefix of a range of proxies (bits): that of the largest private network. */
const PROXY_PREFIX_MIN = { ipv4: 8, ipv6: 16 };
/** Prefix length of IPv4 addresses mapped to IPv6 (bits). */
const MAPPED_BITS = 96;
const EXAMPLE_SECRET = /secret|change|example|password|test/i;

/** Reads and checks the settings. Throws ConfigError for the first invalid value. */
export function readConfig(env: Environment = process.env): Config {
  const production = env['NODE_ENV'] === 'production';
  const config: Config = {
    production,
    host: text(env, 'HOST') ?? '0.0.0.0',
    port: integer(env, 'PORT', 3000, 0, 65_535),
    dataDir: text(env, 'DATA_DIR') ?? '.data',
    databaseUrl: url(env, 'DATABASE_URL', ['postgres:', 'postgresql:']),
    redisUrl: url(env, 'REDIS_URL', ['redis:', 'rediss:', 'unix:']),
    publicUrl: origin(env, 'PUBLIC_URL'),
    corsOrigins: list(env, 'CORS_ORIGINS').map(corsOrigin),
    jwtSecret: secret(env, production),
    receiptKey: receiptKey(env),
    passwordMinLength: integer(env, 'PASSWORD_MIN_LENGTH', PASSWORD_MIN, PASSWORD_MIN, 128),
    passwordHashing: oneOf(env, 'PASSWORD_HASHING', PASSWORD_HASHINGS, 'strong'),
    rateLimits: isOn(env, 'RATE_LIMITS', true),
    logLevel: oneOf(env, 'LOG_LEVEL', LOG_LEVELS, 'info'),
    trustProxy: list(env, 'TRUST_PROXY').map(proxyRange),
    stripeSecretKey: text(env, 'STRIPE_SECRET_KEY'),
    stripeWebhookSecrets: list(env, 'STRIPE_WEBHOOK_SECRET'),
    stripeApi: url(env, 'STRIPE_API', ['http:', 'https:']),
    smtpUrl: url(env, 'SMTP_URL', ['smtp:', 'smtps:']),
    mailFrom: sender(env, 'MAIL_FROM'),
    socketAppKey: text(env, 'SOCKET_APP_KEY'),
    metricsToken: metricsToken(env),
    metrics: isOn(env, 'METRICS', !production || text(env, 'METRICS_TOKEN') !== null),
    apiDocs: isOn(env, 'API_DOCS', !production),
    securityContact: contact(env, 'SECURITY_CONTACT'),
    webDir: text(env, 'WEB_DIR') ?? fileURLToPath(new URL('../../../../web/dist', import.meta.url)),
    runLimitMs: integer(env, 'RUN_LIMIT_MS', RUN_LIMIT_MS.default, RUN_LIMIT_MS.min, RUN_LIMIT_MS.max),
    runsPerMinute: integer(env, 'RUNS_PER_MINUTE', RUNS_PER_MINUTE.default, RUNS_PER_MINUTE.min, RUNS_PER_MINUTE.max),
    runEngine: runEngine(env),
    webhookNetworks: list(env, 'WEBHOOK_NETWORKS').map(webhookNetwork),
    oidc: oidc(env),
  };
  if (config.redisUrl && !config.databaseUrl)
    throw new ConfigError('REDIS_URL needs DATABASE_URL: several nodes cannot share the embedded database.');
  if (config.stripeSecretKey && config.stripeWebhookSecrets.length === 0)
    throw new ConfigError('STRIPE_SECRET_KEY needs STRIPE_WEBHOOK_SECRET: payments are confirmed by signed webhooks.');
  if (production) refuseUnsafe(config);
  return config;
}

/** Refuses settings that are safe only for development and tests. */
function refuseUnsafe(config: Config): void {
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

/** Returns a line about each setting of this environment that has no effect but looks like one that has. */
export const settingsWithoutEffect = (): string[] => unknownSettings(process.env);

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

const SENDER = /^(?:[^<>"\p{Cc}]{1,80}<[^<>\s@]{1,64}@[^<>\s@]{1,190}>|[^<>\s@]{1,64}@[^<>\s@]{1,190})$/u;

function sender(env: Environment, name: string): string {
  const value = text(env, name) ?? 'Code Interview Platform <no-reply@localhost>';
  if (SENDER.test(value)) return value;
  throw new ConfigError(`${name} must be an address, such as Interviews <no-reply@example.com>.`);
}

function contact(env: Environment, name: string): string | null {
  const value = text(env, name);
  if (value === null || /^(?:mailto:[^\s@]+@[^\s@]+|https:\/\/\S+|tel:\+?[\d-]+)$/.test(value)) return value;
  throw new ConfigError(`${name} must start with mailto:, https:// or tel:, such as mailto:security@example.com.`);
}

function isOn(env: Environment, name: string, fallback: boolean): boolean {
  return oneOf(env, name, ['on', 'off'], fallback ? 'on' : 'off') === 'on';
}

function text(env: Environment, name: string): string | null {
  const value = env[name]?.trim();
  return value ? value : null;
}

function list(env: Environment, name: string): string[] {
  return (text(env, name) ?? '').split(',').flatMap((part) => part.trim() || []);
}

function integer(env: Environment, name: string, fallback: number, min: number, max: number): number {
  const value = text(env, name);
  if (value === null) return fallback;
  const number = /^\d{1,9}$/.test(value) ? Number(value) : NaN;
  if (number >= min && number <= max) return number;
  throw new ConfigError(`${name} must be a whole number from ${min} to ${max}.`);
}

function oneOf<const T extends string>(env: Environment, name: string, words: readonly T[], fallback: T): T {
  const value = text(env, name);
  if (value === null) return fallback;
  const word = words.find((candidate) => candidate === value);
  if (word) return word;
  throw new ConfigError(`${name} must be one of ${words.join(', ')}.`);
}

function url(env: Environment, name: string, protocols: string[]): string | null {
  const value = text(env, name);
  if (value === null) return null;
  if (URL.canParse(value) && protocols.includes(new URL(value).protocol)) return value;
  const starts = protocols.map((protocol) => `${protocol}//`);
  throw new ConfigError(`${name} must be a URL that starts with ${starts.join(' or ')}.`);
}

function runEngine(env: Environment): RunEngineConfig | null {
  const address = url(env, 'RUN_ENGINE_URL', ['http:', 'https:']);
  if (address === null) {
    const option = RUN_ENGINE_OPTIONS.find((name) => text(env, name) !== null);
    if (option) throw new ConfigError(`${option} needs RUN_ENGINE_URL: the address of the server that runs programs.`);
    return null;
  }
  const { username, password, search, hash, href } = new URL(address);
  if (username || password || search || hash)
    throw new ConfigError('RUN_ENGINE_URL must be an address only: a token belongs in RUN_ENGINE_TOKEN.');
  const kind = oneOf(env, 'RUN_ENGINE', RUN_ENGINES, 'piston');
  return { kind, url: href.replace(/\/+$/, ''), ...runEngineToken(env, kind), languages: runEngineLanguages(env) };
}

function runEngineToken(
  env: Environment,
  kind: RunEngineConfig['kind'],
): Pick<RunEngineConfig, 'token' | 'tokenHeader'> {
  const token = text(env, 'RUN_ENGINE_TOKEN');
  const header = text(env, 'RUN_ENGINE_TOKEN_HEADER');
  if (header !== null && token === null) throw new ConfigError('RUN_ENGINE_TOKEN_HEADER needs RUN_ENGINE_TOKEN.');
  if (header !== null && !/^[A-Za-z0-9-]{1,64}$/.test(header))
    throw new ConfigError('RUN_ENGINE_TOKEN_HEADER must be the name of a header, such as X-Auth-Token.');
  if (token !== null && !/^[\x21-\x7e]+$/.test(token))
    throw new ConfigError('RUN_ENGINE_TOKEN must not contain blanks or characters that headers cannot carry.');
  return { token, tokenHeader: header ?? TOKEN_HEADERS[kind] };
}

function runEngineLanguages(env: Environment): string[] | null {
  const languages = list(env, 'RUN_ENGINE_LANGUAGES');
  const unknown = languages.find((id) => !LANGUAGE_IDS.includes(id));
  if (unknown === undefined) return languages.length > 0 ? languages : null;
  throw new ConfigError(
    `RUN_ENGINE_LANGUAGES must hold languages of the editor, such as java,c#,go; ${unknown} is none.`,
  );
}

function oidc(env: Environment): OidcConfig | null {
  const address = url(env, 'OIDC_ISSUER', ['http:', 'https:']);
  const isOnlyWay = oneOf(env, 'SIGN_IN', SIGN_IN_WAYS, 'any') === 'oidc';
  if (address === null) {
    const option = OIDC_OPTIONS.find((name) => text(env, name) !== null);
    if (option) throw new ConfigError(`${option} needs OIDC_ISSUER: the address of the sign-in provider.`);
    if (isOnlyWay) throw new ConfigError('SIGN_IN=oidc needs OIDC_ISSUER: the address of the sign-in provider.');
    return null;
  }
  const { username, password, search, hash, href, hostname } = new URL(address);
  if (username || password || search || hash)
    throw new ConfigError('OIDC_ISSUER must be an address only: the secret belongs in OIDC_CLIENT_SECRET.');
  const [clientId, clientSecret] = [text(env, 'OIDC_CLIENT_ID'), text(env, 'OIDC_CLIENT_SECRET')];
  if (clientId === null || clientSecret === null)
    throw new ConfigError('OIDC_ISSUER needs OIDC_CLIENT_ID and OIDC_CLIENT_SECRET, which the provider gives out.');
  const name = text(env, 'OIDC_NAME') ?? hostname.slice(0, PROVIDER_NAME_MAX);
  if ([...name].length > PROVIDER_NAME_MAX || /\p{C}/u.test(name))
    throw new ConfigError(`OIDC_NAME must be one line of at most ${PROVIDER_NAME_MAX} characters, such as Example.`);
  const domains = list(env, 'OIDC_DOMAINS').map((domain) => domain.toLowerCase());
  if (!domains.every((domain) => DOMAIN.test(domain)))
    throw new ConfigError('OIDC_DOMAINS must hold e-mail domains such as example.com, separated by commas.');
  const trustsEmail = isOn(env, 'OIDC_TRUST_EMAIL', false);
  if (trustsEmail && MANY_TENANTS.test(new URL(address).pathname))
    throw new ConfigError(
      'OIDC_TRUST_EMAIL needs an OIDC_ISSUER of one organization: others choose their e-mails freely.',
    );
  return { issuer: href, clientId, clientSecret, name, domains, isOnlyWay, trustsEmail };
}

function origin(env: Environment, name: string): string | null {
  const value = text(env, name);
  return value === null ? null : parseOrigin(name, value);
}

function corsOrigin(value: string): string {
  if (value !== '*') return parseOrigin('CORS_ORIGINS', value);
  throw new ConfigError('CORS_ORIGINS must name its origins: * would open the API to every page.');
}

function parseOrigin(name: string, value: string): string {
  const parsed = URL.canParse(value) ? new URL(value) : null;
  if (parsed && ['http:', 'https:'].includes(parsed.protocol)) return parsed.origin;
  throw new ConfigError(`${name} must hold origins such as https://interviews.example.com.`);
}

function proxyRange(value: string): string {
  if (/^[0-9a-f.:]+(\/\d{1,3})?$/i.test(value) && /[.:]/.test(value) && isRange(value)) return value;
  throw new ConfigError('TRUST_PROXY must hold addresses or CIDR ranges, separated by commas.');
}

function webhookNetwork(value: string): Networks[number] {
  try {
    return parseNetwork(value);
  } catch {
    throw new ConfigError('WEBHOOK_NETWORKS must hold addresses or CIDR ranges, separated by commas.');
  }
}

function isRange(value: string): boolean {
  try {
    proxyAddr.compile(value);
    return true;
  } catch {
    return false;
  }
}

function metricsToken(env: Environment): string | null {
  const value = text(env, 'METRICS_TOKEN');
  if (value === null || value.length >= METRICS_TOKEN_MIN_LENGTH) return value;
  throw new ConfigError(`METRICS_TOKEN must be at least ${METRICS_TOKEN_MIN_LENGTH} characters.`);
}

function secret(env: Environment, production: boolean): string | null {
  const value = text(env, 'JWT_SECRET');
  if (!production) return value;
  if (value === null) throw new ConfigError('JWT_SECRET is required in production.');
  const isMonotonous = new Set(value).size < SECRET_MIN_DISTINCT;
  if (value.length < SECRET_MIN_LENGTH || isMonotonous || EXAMPLE_SECRET.test(value))
    throw new ConfigError(`JWT_SECRET must be random and at least ${SECRET_MIN_LENGTH} characters in production.`);
  return value;
}

function receiptKey(env: Environment): Buffer | null {
  const value = text(env, 'RECEIPT_KEY');
  if (value === null) return null;
  const key = /^[A-Za-z0-9+/_-]+={0,2}$/.test(value) ? Buffer.from(value, 'base64') : Buffer.alloc(0);
  if (key.length !== RECEIPT_KEY_BYTES || new Set(key).size < SECRET_MIN_DISTINCT)
    throw new ConfigError(`RECEIPT_KEY must be ${RECEIPT_KEY_BYTES} random bytes in base64.`);
  return key;
}
