import { createRemoteJWKSet, customFetch as customKeyFetch, type JWTVerifyGetKey } from 'jose';
import * as client from 'openid-client';
import type { OidcConfig } from '../config/oidc-config.ts';
import { boundedFetch, REQUEST_TIMEOUT_MS } from './bounded-fetch.ts';

/** The provider's metadata. */
export interface Discovered {
  configuration: client.Configuration;
  /** Its keys, for logout tokens. */
  keys: JWTVerifyGetKey;
}

/** After this time (ms) the metadata is read again, while the last answer is still used: providers change rarely. */
const FRESH_MS = 3_600_000;
/** How long the last answer is used while the provider gives no new one (ms). */
const USABLE_MS = 24 * 3_600_000;
/** How far the provider's clock may be from ours (s). */
export const CLOCK_TOLERANCE_SECONDS = 60;

/** Reads the provider's metadata when it is first needed, and again if it is old. */
export class Discovery {
  readonly #oidc: OidcConfig;
  #known: (Discovered & { at: number }) | null = null;
  #asking: Promise<Discovered> | null = null;

  constructor(oidc: OidcConfig) {
    this.#oidc = oidc;
  }

  /** Returns the provider's metadata. Throws the request's error if there is no usable metadata. */
  async get(): Promise<Discovered> {
    const age = this.#known ? performance.now() - this.#known.at : Infinity;
    if (this.#known && age < FRESH_MS) return this.#known;
    const asked = this.#ask();
    if (!this.#known || age > USABLE_MS) return asked;
    // Reported by the job, which sends a request as well.
    asked.catch(() => undefined);
    return this.#known;
  }

  /** Reads the metadata now unless the last answer is fresh. Throws the errors of the request. */
  async refresh(): Promise<void> {
    if (!this.#known || performance.now() - this.#known.at >= FRESH_MS) await this.#ask();
  }

  #ask(): Promise<Discovered> {
    this.#asking ??= discover(this.#oidc)
      .then((found) => (this.#known = { ...found, at: performance.now() }))
      .finally(() => (this.#asking = null));
    return this.#asking;
  }
}

async function discover({ issuer, clientId, clientSecret }: OidcConfig): Promise<Discovered> {
  const isPlain = issuer.startsWith('http:');
  const metadata = { [client.clockTolerance]: CLOCK_TOLERANCE_SECONDS };
  const configuration = await client.discovery(new URL(issuer), clientId, metadata, secretAuth(clientSecret), {
    timeout: REQUEST_TIMEOUT_MS / 1000,
    [client.customFetch]: boundedFetch,
    // Without TLS only if the issuer itself is; production allows that on this machine alone.
    ...(isPlain && { execute: [client.allowInsecureRequests] }),
  });
  // Also checks the signature of ID tokens, not only the connection that they came over.
  client.enableNonRepudiationChecks(configuration);
  return { configuration, keys: keysOf(configuration, isPlain) };
}

function keysOf(configuration: client.Configuration, isPlain: boolean): JWTVerifyGetKey {
  const { jwks_uri: address = '' } = configuration.serverMetadata();
  const url = URL.parse(address);
  if (url?.protocol !== 'https:' && !(isPlain && url?.protocol === 'http:'))
    throw new TypeError('The provider has no address of its keys.');
  return createRemoteJWKSet(url, { timeoutDuration: REQUEST_TIMEOUT_MS, [customKeyFetch]: boundedFetch });
}

/** Sends the secret as the provider wants it; if it does not say, by HTTP Basic, the standard's default. */
function secretAuth(secret: string): client.ClientAuth {
  const [basic, post] = [client.ClientSecretBasic(secret), client.ClientSecretPost(secret)];
  return (server, ...request) => {
    const methods = server.token_endpoint_auth_methods_supported ?? ['client_secret_basic'];
    const isPost = methods.includes('client_secret_post') && !methods.includes('client_secret_basic');
    (isPost ? post : basic)(server, ...request);
  };
}
