import { fileURLToPath } from 'node:url';
import { PASSWORD_MIN } from '@cip/contracts/protocol/common';
import { RUN_LIMIT_MS, RUNS_PER_MINUTE } from '@cip/contracts/runs/runs';
import type { Networks } from '../outbound/networks.ts';
import { PASSWORD_HASHINGS, type PasswordHashing } from '../security/password.ts';
import {
  readContact,
  parseCorsOrigin,
  readOrigin,
  parseProxyRange,
  readSender,
  parseWebhookNetwork,
} from './address-settings.ts';
import { readOidc, type OidcConfig } from './oidc-config.ts';
import { refuseUnsafe } from './production-rules.ts';
import {
  ConfigError,
  readInteger,
  readSwitch,
  readList,
  readWord,
  readText,
  readUrl,
  type Environment,
} from './read-setting.ts';
import { readRunEngine, type RunEngineConfig } from './run-engine-config.ts';
import { readMetricsToken, readReceiptKey, readJwtSecret } from './secret-settings.ts';
import { unknownSettings } from './unknown-settings.ts';

/** The settings of one node. Only this file reads the environment. */
export interface Config {
  production: boolean;
  host: string;
  port: number;
  /** Folder of the embedded database; unused if `databaseUrl` is set. */
  dataDir: string;
  databaseUrl: string | null;
  redisUrl: string | null;
  /** Public origin of the product; null means the address of this machine that a request came by. */
  publicUrl: string | null;
  /** Other origins that may call the API and open sockets. */
  corsOrigins: string[];
  /** Secret that signs tokens; if it is null, one is generated and stored in the database. */
  jwtSecret: string | null;
  /** The 32 bytes of the Ed25519 key that signs receipts; if it is null, one is generated. */
  receiptKey: Buffer | null;
  passwordMinLength: number;
  /** The cost of a password's hash; `fast` is for tests. */
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
  /** Key that every socket must send; if it is null, none is required. */
  socketAppKey: string | null;
  /** Bearer token for `/metrics`; if it is null, none is required. */
  metricsToken: string | null;
  /** Serves `/metrics`; in production off by default unless there is a token. */
  metrics: boolean;
  /** Serves the description of the API at `/api/docs`; in production off by default. */
  apiDocs: boolean;
  /** The contact for reports of vulnerabilities, as a URI; if it is null, the support address of the host. */
  securityContact: string | null;
  /** Folder of the built web app. */
  webDir: string;
  /** Time limit of a program that is run (ms), in browsers and on the engine; without loading and compilation. */
  runLimitMs: number;
  /** Runs of one interview per minute. */
  runsPerMinute: number;
  /** The server for languages that browsers cannot run; null if there is none. */
  runEngine: RunEngineConfig | null;
  /** Networks that webhooks may be sent to besides the public internet, also without TLS. */
  webhookNetworks: Networks;
  /** The provider that users may sign in with (OpenID Connect); null if there is none. */
  oidc: OidcConfig | null;
}

const LOG_LEVELS = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'] as const;
type LogLevel = (typeof LOG_LEVELS)[number];

/** Reads and checks the settings. Throws ConfigError for the first invalid value. */
export function readConfig(env: Environment = process.env): Config {
  const production = env['NODE_ENV'] === 'production';
  const config: Config = {
    production,
    host: readText(env, 'HOST') ?? '0.0.0.0',
    port: readInteger(env, 'PORT', 3000, 0, 65_535),
    dataDir: readText(env, 'DATA_DIR') ?? '.data',
    databaseUrl: readUrl(env, 'DATABASE_URL', ['postgres:', 'postgresql:']),
    redisUrl: readUrl(env, 'REDIS_URL', ['redis:', 'rediss:', 'unix:']),
    publicUrl: readOrigin(env, 'PUBLIC_URL'),
    corsOrigins: readList(env, 'CORS_ORIGINS').map(parseCorsOrigin),
    jwtSecret: readJwtSecret(env, production),
    receiptKey: readReceiptKey(env),
    passwordMinLength: readInteger(env, 'PASSWORD_MIN_LENGTH', PASSWORD_MIN, PASSWORD_MIN, 128),
    passwordHashing: readWord(env, 'PASSWORD_HASHING', PASSWORD_HASHINGS, 'strong'),
    rateLimits: readSwitch(env, 'RATE_LIMITS', true),
    logLevel: readWord(env, 'LOG_LEVEL', LOG_LEVELS, 'info'),
    trustProxy: readList(env, 'TRUST_PROXY').map(parseProxyRange),
    stripeSecretKey: readText(env, 'STRIPE_SECRET_KEY'),
    stripeWebhookSecrets: readList(env, 'STRIPE_WEBHOOK_SECRET'),
    stripeApi: readUrl(env, 'STRIPE_API', ['http:', 'https:']),
    smtpUrl: readUrl(env, 'SMTP_URL', ['smtp:', 'smtps:']),
    mailFrom: readSender(env, 'MAIL_FROM'),
    socketAppKey: readText(env, 'SOCKET_APP_KEY'),
    metricsToken: readMetricsToken(env),
    metrics: readSwitch(env, 'METRICS', !production || readText(env, 'METRICS_TOKEN') !== null),
    apiDocs: readSwitch(env, 'API_DOCS', !production),
    securityContact: readContact(env, 'SECURITY_CONTACT'),
    webDir: readText(env, 'WEB_DIR') ?? fileURLToPath(new URL('../../../../web/dist', import.meta.url)),
    runLimitMs: readInteger(env, 'RUN_LIMIT_MS', RUN_LIMIT_MS.default, RUN_LIMIT_MS.min, RUN_LIMIT_MS.max),
    runsPerMinute: readInteger(
      env,
      'RUNS_PER_MINUTE',
      RUNS_PER_MINUTE.default,
      RUNS_PER_MINUTE.min,
      RUNS_PER_MINUTE.max,
    ),
    runEngine: readRunEngine(env),
    webhookNetworks: readList(env, 'WEBHOOK_NETWORKS').map(parseWebhookNetwork),
    oidc: readOidc(env),
  };
  if (config.redisUrl && !config.databaseUrl)
    throw new ConfigError('REDIS_URL needs DATABASE_URL: several nodes cannot share the embedded database.');
  if (config.stripeSecretKey && config.stripeWebhookSecrets.length === 0)
    throw new ConfigError('STRIPE_SECRET_KEY needs STRIPE_WEBHOOK_SECRET: payments are confirmed by signed webhooks.');
  if (production) refuseUnsafe(config);
  return config;
}

/** Returns a line about each setting of this environment that has no effect but resembles a known setting. */
export const settingsWithoutEffect = (): string[] => unknownSettings(process.env);
