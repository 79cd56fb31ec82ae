/** The faults of a provider. The tests try each of them, alone. */
export const FAULTS = [
  'another issuer in the token',
  'another audience',
  'a token for another client',
  'another nonce',
  'no nonce',
  'another state',
  'an expired token',
  'a token from the future',
  'alg none',
  'HS256 with the public key',
  'an unknown key',
  'a bad signature',
  'a token that is no token',
  'no ID token',
  'no subject',
  'an unverified e-mail',
  'a verification in words',
  'no e-mail',
  'an e-mail that is none',
  'the user info of another person',
  'a cancelled sign-in',
  'an error reply',
  'an error in HTML',
  'an answer of another provider',
  'slow tokens',
  'huge tokens',
  'tokens that are not JSON',
  'a redirect instead of tokens',
  'a hang-up instead of tokens',
  'keys that are not JSON',
  'slow keys',
] as const;
export type Fault = (typeof FAULTS)[number];

/** The faults of a provider's metadata. */
export const DISCOVERY_FAULTS = [
  'discovery redirects',
  'discovery of another issuer',
  'discovery in HTML',
  'huge discovery',
  'slow discovery',
  'discovery hangs up',
  'discovery fails',
  'discovery without addresses',
  'discovery of a script',
] as const;
export type DiscoveryFault = (typeof DISCOVERY_FAULTS)[number];
