import proxyAddr from '@fastify/proxy-addr';
import { parseNetwork, type Networks } from '../outbound/networks.ts';
import { ConfigError, readText, type Environment } from './read-setting.ts';

const SENDER = /^(?:[^<>"\p{Cc}]{1,80}<[^<>\s@]{1,64}@[^<>\s@]{1,190}>|[^<>\s@]{1,64}@[^<>\s@]{1,190})$/u;

/** Returns the sender of e-mails. Throws ConfigError if it is not an address. */
export function readSender(env: Environment, name: string): string {
  const value = readText(env, name) ?? 'Code Interview Platform <no-reply@localhost>';
  if (SENDER.test(value)) return value;
  throw new ConfigError(`${name} must be an address, such as Interviews <no-reply@example.com>.`);
}

/** Returns the security contact, or null. Throws ConfigError unless it is a URI to write to or call. */
export function readContact(env: Environment, name: string): string | null {
  const value = readText(env, name);
  if (value === null || /^(?:mailto:[^\s@]+@[^\s@]+|https:\/\/\S+|tel:\+?[\d-]+)$/.test(value)) return value;
  throw new ConfigError(`${name} must start with mailto:, https:// or tel:, such as mailto:security@example.com.`);
}

/** Returns the origin of a URL, or null. Throws ConfigError if its protocol is not HTTP. */
export function readOrigin(env: Environment, name: string): string | null {
  const value = readText(env, name);
  return value === null ? null : parseOrigin(name, value);
}

/** Returns an origin that may call the API. Throws ConfigError. */
export function parseCorsOrigin(value: string): string {
  if (value !== '*') return parseOrigin('CORS_ORIGINS', value);
  throw new ConfigError('CORS_ORIGINS must name its origins: * would open the API to every page.');
}

function parseOrigin(name: string, value: string): string {
  const parsed = URL.canParse(value) ? new URL(value) : null;
  if (parsed && ['http:', 'https:'].includes(parsed.protocol)) return parsed.origin;
  throw new ConfigError(`${name} must hold origins such as https://interviews.example.com.`);
}

/** Returns an address or a range of proxies. Throws ConfigError. */
export function parseProxyRange(value: string): string {
  if (/^[0-9a-f.:]+(\/\d{1,3})?$/i.test(value) && /[.:]/.test(value) && isRange(value)) return value;
  throw new ConfigError('TRUST_PROXY must hold addresses or CIDR ranges, separated by commas.');
}

/** Returns a network that webhooks may be sent to. Throws ConfigError. */
export function parseWebhookNetwork(value: string): Networks[number] {
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
