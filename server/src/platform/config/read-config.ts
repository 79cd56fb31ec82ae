import { fileURLToPath } from 'node:url';
import { PASSWORD_MIN } from '@cip/contracts/protocol/common';
import { RUN_LIMIT_MS, RUNS_PER_MINUTE } from '@cip/contracts/runs/run-limits';
import { PASSWORD_HASHINGS } from '../security/password.ts';
import {
  readContact,
  parseCorsOrigin,
  readOrigin,
  parseProxyRange,
  readSender,
  parseWebhookNetwork,
} from './address-settings.ts';
import { LOG_LEVELS, type Config } from './config.ts';
import { readOidc } from './oidc-config.ts';
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
import { readRunEngine } from './run-engine-config.ts';
import { readMetricsToken, readReceiptKey, readJwtSecret } from './secret-settings.ts';
import { unknownSettings } from './unknown-settings.ts';

/** Reads and checks the settings. Throws ConfigError for the first invalid value. */
export function readConfig(env: Environment = process.env): Config {
  const production = readProduction(env);
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

/** Returns whether the rules of production hold. Throws ConfigError for a spelling that would silently switch them off. */
function readProduction(env: Environment): boolean {
  const value = env['NODE_ENV']?.trim() ?? '';
  if (value !== 'production' && /^prod/i.test(value))
    throw new ConfigError(`NODE_ENV is "${value}"; write "production".`);
  return value === 'production';
}
