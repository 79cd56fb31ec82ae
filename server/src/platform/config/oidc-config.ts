import { PROVIDER_NAME_MAX } from '@cip/contracts/accounts/sign-in-ways';
import { ConfigError, readSwitch, readList, readWord, readText, readUrl, type Environment } from './read-setting.ts';

/** The settings of the provider that users may sign in with. */
export interface OidcConfig {
  /** Its issuer, as a normalized URL; linked accounts are stored under it. */
  issuer: string;
  clientId: string;
  clientSecret: string;
  /** Its name on the login screen. */
  name: string;
  /** E-mail domains, in lower case, that a company may take new interviewers from. */
  domains: string[];
  /** Passwords work only for owners with a second step. */
  isOnlyWay: boolean;
  /** An e-mail counts as confirmed even if the provider does not say so. */
  trustsEmail: boolean;
}

/** Settings that have no effect without the issuer. */
const OIDC_OPTIONS = ['OIDC_CLIENT_ID', 'OIDC_CLIENT_SECRET', 'OIDC_NAME', 'OIDC_DOMAINS', 'OIDC_TRUST_EMAIL'];
/** Issuers of Microsoft whose users come from any organization; the last one is for private accounts. */
const MANY_TENANTS = /^\/(common|organizations|consumers|9188040d-6c67-4c5b-b112-36a304b66dad)(\/|$)/i;
const SIGN_IN_WAYS = ['any', 'oidc'] as const;
const DOMAIN = /^(?=.{4,253}$)([a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z][a-z0-9-]{0,61}[a-z0-9]$/;

/** Returns the settings of the sign-in provider; null if none is set. Throws ConfigError. */
export function readOidc(env: Environment): OidcConfig | null {
  const address = readUrl(env, 'OIDC_ISSUER', ['http:', 'https:']);
  const isOnlyWay = readWord(env, 'SIGN_IN', SIGN_IN_WAYS, 'any') === 'oidc';
  if (address === null) {
    const option = OIDC_OPTIONS.find((name) => readText(env, name) !== null);
    if (option) throw new ConfigError(`${option} needs OIDC_ISSUER: the address of the sign-in provider.`);
    if (isOnlyWay) throw new ConfigError('SIGN_IN=oidc needs OIDC_ISSUER: the address of the sign-in provider.');
    return null;
  }
  const { username, password, search, hash, href, hostname } = new URL(address);
  if (username || password || search || hash)
    throw new ConfigError('OIDC_ISSUER must be an address only: the secret belongs in OIDC_CLIENT_SECRET.');
  const [clientId, clientSecret] = [readText(env, 'OIDC_CLIENT_ID'), readText(env, 'OIDC_CLIENT_SECRET')];
  if (clientId === null || clientSecret === null)
    throw new ConfigError('OIDC_ISSUER needs OIDC_CLIENT_ID and OIDC_CLIENT_SECRET, which the provider gives out.');
  const name = readText(env, 'OIDC_NAME') ?? hostname.slice(0, PROVIDER_NAME_MAX);
  if ([...name].length > PROVIDER_NAME_MAX || /\p{C}/u.test(name))
    throw new ConfigError(`OIDC_NAME must be one line of at most ${PROVIDER_NAME_MAX} characters, such as Example.`);
  const domains = readList(env, 'OIDC_DOMAINS').map((domain) => domain.toLowerCase());
  if (!domains.every((domain) => DOMAIN.test(domain)))
    throw new ConfigError('OIDC_DOMAINS must hold e-mail domains such as example.com, separated by commas.');
  const trustsEmail = readSwitch(env, 'OIDC_TRUST_EMAIL', false);
  if (trustsEmail && MANY_TENANTS.test(new URL(address).pathname))
    throw new ConfigError(
      'OIDC_TRUST_EMAIL needs an OIDC_ISSUER of one organization: others choose their e-mails freely.',
    );
  return { issuer: href, clientId, clientSecret, name, domains, isOnlyWay, trustsEmail };
}
