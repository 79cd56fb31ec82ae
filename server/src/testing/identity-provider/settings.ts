/** Settings of a provider that is away: its address refuses connections. */
export const SINGLE_SIGN_ON = {
  OIDC_ISSUER: 'http://127.0.0.1:9',
  OIDC_CLIENT_ID: 'interviews',
  OIDC_CLIENT_SECRET: 'a secret',
  OIDC_NAME: 'Example',
  OIDC_DOMAINS: 'example.com',
};
