import { ConfigError, readText, type Environment } from './read-setting.ts';

const SECRET_MIN_LENGTH = 32;
/** Minimum of distinct characters of a secret; random ones have more. */
const SECRET_MIN_DISTINCT = 8;
const METRICS_TOKEN_MIN_LENGTH = 16;
const RECEIPT_KEY_BYTES = 32;
const EXAMPLE_SECRET = /secret|change|example|password|test/i;

/** Returns the bearer token of `/metrics`, or null. Throws ConfigError. */
export function readMetricsToken(env: Environment): string | null {
  const value = readText(env, 'METRICS_TOKEN');
  if (value === null || value.length >= METRICS_TOKEN_MIN_LENGTH) return value;
  throw new ConfigError(`METRICS_TOKEN must be at least ${METRICS_TOKEN_MIN_LENGTH} characters.`);
}

/** Returns the secret that signs tokens, or null. Throws ConfigError. */
export function readJwtSecret(env: Environment, production: boolean): string | null {
  const value = readText(env, 'JWT_SECRET');
  if (!production) return value;
  if (value === null) throw new ConfigError('JWT_SECRET is required in production.');
  const isMonotonous = new Set(value).size < SECRET_MIN_DISTINCT;
  if (value.length < SECRET_MIN_LENGTH || isMonotonous || EXAMPLE_SECRET.test(value))
    throw new ConfigError(`JWT_SECRET must be random and at least ${SECRET_MIN_LENGTH} characters in production.`);
  return value;
}

/** Returns the key that signs receipts, or null. Throws ConfigError. */
export function readReceiptKey(env: Environment): Buffer | null {
  const value = readText(env, 'RECEIPT_KEY');
  if (value === null) return null;
  const key = /^[A-Za-z0-9+/_-]+={0,2}$/.test(value) ? Buffer.from(value, 'base64') : Buffer.alloc(0);
  if (key.length !== RECEIPT_KEY_BYTES || new Set(key).size < SECRET_MIN_DISTINCT)
    throw new ConfigError(`RECEIPT_KEY must be ${RECEIPT_KEY_BYTES} random bytes in base64.`);
  return key;
}
