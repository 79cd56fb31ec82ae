import { describe, expect, it } from 'vitest';
import { readConfig } from './read-config.ts';
import { warningsOf } from './production-rules.ts';
import { ConfigError } from './read-setting.ts';

const SECRET = 'q7Vd0c2mXx8rTz4LwB9sKfYpN1hJgE5u';

describe('the settings', () => {
  it('starts a node without any set-up by the defaults', () => {
    expect(readConfig({})).toMatchObject({
      production: false,
      host: '0.0.0.0',
      port: 3000,
      dataDir: '.data',
      databaseUrl: null,
      redisUrl: null,
      publicUrl: null,
      corsOrigins: [],
      jwtSecret: null,
      receiptKey: null,
      passwordMinLength: 6,
      passwordHashing: 'strong',
      rateLimits: true,
      logLevel: 'info',
      trustProxy: [],
      stripeSecretKey: null,
      stripeWebhookSecrets: [],
      stripeApi: null,
      smtpUrl: null,
      mailFrom: 'Code Interview Platform <no-reply@localhost>',
      socketAppKey: null,
      metricsToken: null,
      metrics: true,
      apiDocs: true,
      securityContact: null,
      runLimitMs: 10_000,
      runEngine: null,
    });
  });

  it('reads the settings from the environment', () => {
    const config = readConfig({
      PORT: '8080',
      DATABASE_URL: 'postgres://user@db/interviews',
      REDIS_URL: 'rediss://cache:6379',
      PUBLIC_URL: 'https://interviews.example.com/',
      CORS_ORIGINS: 'https://a.example.com, http://b.example.com:8080/path',
      PASSWORD_MIN_LENGTH: '12',
      RATE_LIMITS: 'off',
      TRUST_PROXY: '10.0.0.0/8,::1',
      STRIPE_WEBHOOK_SECRET: 'whsec_new,whsec_old',
    });

    expect(config).toMatchObject({
      port: 8080,
      databaseUrl: 'postgres://user@db/interviews',
      redisUrl: 'rediss://cache:6379',
      publicUrl: 'https://interviews.example.com',
      corsOrigins: ['https://a.example.com', 'http://b.example.com:8080'],
      passwordMinLength: 12,
      rateLimits: false,
      trustProxy: ['10.0.0.0/8', '::1'],
      stripeWebhookSecrets: ['whsec_new', 'whsec_old'],
    });
  });

  it.each([
    [{}, { kind: 'piston', token: null, tokenHeader: 'Authorization', languages: null }],
    [
      { RUN_ENGINE: 'judge0', RUN_ENGINE_TOKEN: 't', RUN_ENGINE_LANGUAGES: 'java, c#' },
      { kind: 'judge0', token: 't', tokenHeader: 'X-Auth-Token', languages: ['java', 'c#'] },
    ],
    [
      { RUN_ENGINE_TOKEN: 't', RUN_ENGINE_TOKEN_HEADER: 'X-Key' },
      { kind: 'piston', token: 't', tokenHeader: 'X-Key', languages: null },
    ],
  ])('describes the run engine with %j', (env, expected) => {
    const { runEngine } = readConfig({ RUN_ENGINE_URL: 'http://engine:2000/piston/', ...env });

    expect(runEngine).toEqual({ url: 'http://engine:2000/piston', ...expected });
  });

  it('treats blank settings as absent', () => {
    expect(readConfig({ PORT: ' ', DATABASE_URL: '', CORS_ORIGINS: ' , ' })).toEqual(readConfig({}));
    const words = { SIGN_IN: '', RATE_LIMITS: '', LOG_LEVEL: '', METRICS: '', RUN_ENGINE: '' };
    expect(readConfig({ ...words, RECEIPT_KEY: '', STRIPE_API: '', WEBHOOK_NETWORKS: '' })).toEqual(readConfig({}));
  });

  it.each([
    [{ PORT: '70000' }, 'PORT must be a whole number from 0 to 65535.'],
    [{ NODE_ENV: 'Prod' }, 'NODE_ENV is "Prod"; write "production".'],
    [{ PORT: '3e3' }, 'PORT must be a whole number from 0 to 65535.'],
    [{ PASSWORD_MIN_LENGTH: '5' }, 'PASSWORD_MIN_LENGTH must be a whole number from 6 to 128.'],
    [{ DATABASE_URL: 'mysql://db' }, 'DATABASE_URL must be a URL that starts with postgres:// or postgresql://.'],
    [{ PUBLIC_URL: 'interviews' }, 'PUBLIC_URL must hold origins such as https://interviews.example.com.'],
    [{ CORS_ORIGINS: '*' }, 'CORS_ORIGINS must name its origins: * would open the API to every page.'],
    [{ METRICS_TOKEN: 'short' }, 'METRICS_TOKEN must be at least 16 characters.'],
    [
      { SECURITY_CONTACT: 'security@example.com' },
      'SECURITY_CONTACT must start with mailto:, https:// or tel:, such as mailto:security@example.com.',
    ],
    [{ METRICS: 'yes' }, 'METRICS must be one of on, off.'],
    [{ API_DOCS: 'yes' }, 'API_DOCS must be one of on, off.'],
    [{ RATE_LIMITS: 'no' }, 'RATE_LIMITS must be one of on, off.'],
    [{ PASSWORD_HASHING: 'none' }, 'PASSWORD_HASHING must be one of strong, fast.'],
    [{ LOG_LEVEL: 'loud' }, 'LOG_LEVEL must be one of fatal, error, warn, info, debug, trace, silent.'],
    [{ TRUST_PROXY: 'true' }, 'TRUST_PROXY must hold addresses or CIDR ranges, separated by commas.'],
    [{ TRUST_PROXY: '1' }, 'TRUST_PROXY must hold addresses or CIDR ranges, separated by commas.'],
    [{ TRUST_PROXY: '10.0.0.0/99' }, 'TRUST_PROXY must hold addresses or CIDR ranges, separated by commas.'],
    [{ TRUST_PROXY: '10.0.0.0/8,10.0.0.300' }, 'TRUST_PROXY must hold addresses or CIDR ranges, separated by commas.'],
    [{ TRUST_PROXY: '::/0' }, 'TRUST_PROXY must hold addresses or CIDR ranges, separated by commas.'],
    ...['local', '10', '10.0.0.0/33', '10.0.0.0/'].map((WEBHOOK_NETWORKS): [Record<string, string>, string] => [
      { WEBHOOK_NETWORKS },
      'WEBHOOK_NETWORKS must hold addresses or CIDR ranges, separated by commas.',
    ]),
    [{ MAIL_FROM: 'a@b.co\nBcc: x' }, 'MAIL_FROM must be an address, such as Interviews <no-reply@example.com>.'],
    [{ MAIL_FROM: 'nobody' }, 'MAIL_FROM must be an address, such as Interviews <no-reply@example.com>.'],
    [{ SMTP_URL: 'http://mail' }, 'SMTP_URL must be a URL that starts with smtp:// or smtps://.'],
    [
      { STRIPE_SECRET_KEY: 'sk_test_1' },
      'STRIPE_SECRET_KEY needs STRIPE_WEBHOOK_SECRET: payments are confirmed by signed webhooks.',
    ],
    [{ STRIPE_API: 'stripe' }, 'STRIPE_API must be a URL that starts with http:// or https://.'],
    [{ REDIS_URL: 'redis://cache' }, 'REDIS_URL needs DATABASE_URL: several nodes cannot share the embedded database.'],
    [{ RUNS_PER_MINUTE: '61' }, 'RUNS_PER_MINUTE must be a whole number from 1 to 60.'],
    [{ RUN_LIMIT_MS: '500' }, 'RUN_LIMIT_MS must be a whole number from 1000 to 20000.'],
    [{ RUN_LIMIT_MS: '20001' }, 'RUN_LIMIT_MS must be a whole number from 1000 to 20000.'],
    [{ RUN_ENGINE: 'piston' }, 'RUN_ENGINE needs RUN_ENGINE_URL: the address of the server that runs programs.'],
    [
      { RUN_ENGINE_LANGUAGES: 'java' },
      'RUN_ENGINE_LANGUAGES needs RUN_ENGINE_URL: the address of the server that runs programs.',
    ],
    [{ RUN_ENGINE_URL: 'engine:2000' }, 'RUN_ENGINE_URL must be a URL that starts with http:// or https://.'],
    ...['http://user:word@engine', 'http://engine/?key=1', 'http://engine/#a'].map(
      (address): [Record<string, string>, string] => [
        { RUN_ENGINE_URL: address },
        'RUN_ENGINE_URL must be an address only: a token belongs in RUN_ENGINE_TOKEN.',
      ],
    ),
    [{ RUN_ENGINE_URL: 'http://engine', RUN_ENGINE: 'docker' }, 'RUN_ENGINE must be one of piston, judge0.'],
    [
      { RUN_ENGINE_URL: 'http://engine', RUN_ENGINE_TOKEN_HEADER: 'X-Key' },
      'RUN_ENGINE_TOKEN_HEADER needs RUN_ENGINE_TOKEN.',
    ],
    [
      { RUN_ENGINE_URL: 'http://engine', RUN_ENGINE_TOKEN: 't', RUN_ENGINE_TOKEN_HEADER: 'X Key' },
      'RUN_ENGINE_TOKEN_HEADER must be the name of a header, such as X-Auth-Token.',
    ],
    [
      { RUN_ENGINE_URL: 'http://engine', RUN_ENGINE_TOKEN: 'two words' },
      'RUN_ENGINE_TOKEN must not contain blanks or characters that headers cannot carry.',
    ],
    [
      { RUN_ENGINE_URL: 'http://engine', RUN_ENGINE_LANGUAGES: 'java,cobol' },
      'RUN_ENGINE_LANGUAGES must hold languages of the editor, such as java,c#,go; cobol is none.',
    ],
  ])('refuses %j with a one-line message', (env, message) => {
    expect(() => readConfig(env)).toThrow(new ConfigError(message));
  });

  it.each([
    undefined,
    'short',
    'a'.repeat(40),
    'ab'.repeat(20),
    'change-me-please-change-me-please-change',
    'my-jwt-secret-my-jwt-secret-my-jwt-secret',
  ])('refuses the secret %j only in production', (JWT_SECRET) => {
    expect(() => readConfig({ NODE_ENV: 'production', JWT_SECRET })).toThrow(ConfigError);
    expect(readConfig({ JWT_SECRET }).jwtSecret).toBe(JWT_SECRET ?? null);
  });

  it('accepts a key of receipts of 32 random bytes, in either base64', () => {
    const bytes = Buffer.from('8f1c0b7a5e3d2946a1b2c3d4e5f60718293a4b5c6d7e8f9001122334455667ff', 'hex');
    for (const encoding of ['base64', 'base64url'] as const)
      expect(readConfig({ RECEIPT_KEY: bytes.toString(encoding) }).receiptKey).toEqual(bytes);
    const wrong = [
      'short',
      Buffer.alloc(32).toString('base64'),
      Buffer.alloc(33, bytes).toString('base64'),
      '-----BEGIN',
    ];
    for (const RECEIPT_KEY of wrong) expect(() => readConfig({ RECEIPT_KEY })).toThrow(ConfigError);
  });

  const production = { NODE_ENV: 'production', JWT_SECRET: SECRET };

  it.each([
    [
      { PUBLIC_URL: 'http://interviews.example.com' },
      'PUBLIC_URL must start with https:// in production: tokens would be sent unencrypted.',
    ],
    [
      { PUBLIC_URL: 'http://localhost.example.com' },
      'PUBLIC_URL must start with https:// in production: tokens would be sent unencrypted.',
    ],
    ...['0.0.0.0/1,128.0.0.0/1', '10.0.0.0/8,8.0.0.0/7', '2000::/3', '::ffff:0.0.0.0/97', '0:0:0:0:0:ffff:0:0/103'].map(
      (TRUST_PROXY): [Record<string, string>, string] => [
        { TRUST_PROXY },
        'TRUST_PROXY must hold ranges of /8 (IPv6: /16) or narrower in production: proxies, not clients.',
      ],
    ),
    [
      { STRIPE_API: 'http://stripe.example.com' },
      'STRIPE_API must start with https:// in production: its key would be sent unencrypted.',
    ],
    [
      { STRIPE_WEBHOOK_SECRET: 'whsec_0123456789abcdef,w' },
      'STRIPE_WEBHOOK_SECRET must be at least 16 characters in production.',
    ],
    [
      { PASSWORD_HASHING: 'fast' },
      'PASSWORD_HASHING must be strong in production: stolen hashes would be guessed in seconds.',
    ],
  ])('refuses %j with a one-line message only in production', (env, message) => {
    expect(() => readConfig({ ...production, ...env })).toThrow(new ConfigError(message));
    expect(readConfig(env).production).toBe(false);
  });

  it.each(['https://interviews.example.com', 'http://localhost:3000', 'http://127.0.0.1:3000', 'http://[::1]:3000'])(
    'accepts %s as the public address in production',
    (PUBLIC_URL) => {
      expect(readConfig({ ...production, PUBLIC_URL }).publicUrl).toBe(PUBLIC_URL);
    },
  );

  it.each(['172.16.0.0/12', '10.0.0.0/8, 192.168.0.0/16', '127.0.0.1', '::1', 'fc00::/16', '::ffff:10.0.0.0/104'])(
    'accepts %s as proxies in production',
    (TRUST_PROXY) => {
      expect(readConfig({ ...production, TRUST_PROXY }).trustProxy.join(', ')).toBe(TRUST_PROXY);
    },
  );

  it('allows a local stand-in for the payment provider in production', () => {
    expect(readConfig({ ...production, STRIPE_API: 'http://localhost:12111' }).stripeApi).toBe(
      'http://localhost:12111',
    );
  });

  it('warns in production about settings that are rarely intended', () => {
    expect(warningsOf(readConfig({ RATE_LIMITS: 'off' }))).toEqual([]);
    expect(warningsOf(readConfig({ ...production, RATE_LIMITS: 'off' }))).toEqual([
      'RATE_LIMITS is off in production: passwords can be guessed without limits.',
      'No DATABASE_URL in production: the embedded database serves one node on one disk.',
      'No PUBLIC_URL in production: links use an address of this machine.',
    ]);
    const whole = { ...production, DATABASE_URL: 'postgres://db/interviews', PUBLIC_URL: 'https://example.com' };
    const open = { ...whole, METRICS: 'on' };
    expect(warningsOf(readConfig(open))).toEqual([
      'METRICS is on without METRICS_TOKEN in production: every client of this port can read the metrics.',
    ]);
    for (const closed of [{ METRICS_TOKEN: 'q7Vd0c2mXx8rTz4L' }, { HOST: '127.0.0.1' }, { HOST: '::1' }])
      expect(warningsOf(readConfig({ ...open, ...closed }))).toEqual([]);
    const engine = { ...whole, RUN_ENGINE_URL: 'http://engine:2000', RUN_ENGINE_TOKEN: 't' };
    expect(warningsOf(readConfig(engine))).toEqual([
      'RUN_ENGINE_URL starts with http:// in production: its token and the programs are sent unencrypted.',
    ]);
    for (const safe of [
      { RUN_ENGINE_URL: 'https://engine' },
      { RUN_ENGINE_URL: 'http://localhost' },
      { RUN_ENGINE_TOKEN: '' },
    ])
      expect(warningsOf(readConfig({ ...engine, ...safe }))).toEqual([]);
  });

  it('turns off metrics and API description in production unless a setting turns them on', () => {
    const opened = (env: Record<string, string>) => {
      const { metrics, apiDocs } = readConfig({ ...production, ...env });
      return { metrics, apiDocs };
    };
    expect(opened({})).toEqual({ metrics: false, apiDocs: false });
    expect(opened({ METRICS_TOKEN: 'q7Vd0c2mXx8rTz4L' })).toEqual({ metrics: true, apiDocs: false });
    expect(opened({ METRICS: 'on', API_DOCS: 'on' })).toEqual({ metrics: true, apiDocs: true });
  });

  it('reads the provider that users sign in with', () => {
    const env = { OIDC_ISSUER: 'https://id.example.com', OIDC_CLIENT_ID: 'interviews', OIDC_CLIENT_SECRET: 'a secret' };
    expect(readConfig({}).oidc).toBeNull();
    expect(readConfig(env).oidc).toEqual({
      issuer: 'https://id.example.com/',
      clientId: 'interviews',
      clientSecret: 'a secret',
      name: 'id.example.com',
      domains: [],
      isOnlyWay: false,
      trustsEmail: false,
    });
    const more = { OIDC_NAME: 'Example', OIDC_DOMAINS: 'Example.com, example.org', SIGN_IN: 'oidc' };
    expect(readConfig({ ...env, ...more }).oidc).toMatchObject({
      name: 'Example',
      domains: ['example.com', 'example.org'],
      isOnlyWay: true,
      trustsEmail: false,
    });
  });

  it.each([
    [{ OIDC_ISSUER: '', OIDC_NAME: 'Example' }, 'OIDC_NAME needs OIDC_ISSUER: the address of the sign-in provider.'],
    [{ OIDC_ISSUER: '', SIGN_IN: 'oidc' }, 'SIGN_IN=oidc needs OIDC_ISSUER: the address of the sign-in provider.'],
    [{ SIGN_IN: 'saml' }, 'SIGN_IN must be one of any, oidc.'],
    [{ OIDC_ISSUER: 'ldap://id.example.com' }, 'OIDC_ISSUER must be a URL that starts with http:// or https://.'],
    [
      { OIDC_ISSUER: 'https://id:secret@id.example.com' },
      'OIDC_ISSUER must be an address only: the secret belongs in OIDC_CLIENT_SECRET.',
    ],
    [
      { OIDC_CLIENT_SECRET: '' },
      'OIDC_ISSUER needs OIDC_CLIENT_ID and OIDC_CLIENT_SECRET, which the provider gives out.',
    ],
    [{ OIDC_NAME: 'x'.repeat(41) }, 'OIDC_NAME must be one line of at most 40 characters, such as Example.'],
    [
      { OIDC_DOMAINS: 'example.com, @example.org' },
      'OIDC_DOMAINS must hold e-mail domains such as example.com, separated by commas.',
    ],
    ...['common', 'organizations', 'consumers'].map((tenant): [Record<string, string>, string] => [
      { OIDC_TRUST_EMAIL: 'on', OIDC_ISSUER: `https://login.microsoftonline.com/${tenant}/v2.0` },
      'OIDC_TRUST_EMAIL needs an OIDC_ISSUER of one organization: others choose their e-mails freely.',
    ]),
    [{ OIDC_DOMAINS: 'com' }, 'OIDC_DOMAINS must hold e-mail domains such as example.com, separated by commas.'],
    [{ ...production, PUBLIC_URL: '' }, 'OIDC_ISSUER needs PUBLIC_URL in production: the provider returns there.'],
    [
      { ...production, PUBLIC_URL: 'https://example.com', OIDC_ISSUER: 'http://id.example.com' },
      'OIDC_ISSUER must start with https:// in production: it says who signs in.',
    ],
  ])('refuses a provider with %j', (changes: Record<string, string>, message) => {
    const env = { OIDC_ISSUER: 'https://id.example.com', OIDC_CLIENT_ID: 'x', OIDC_CLIENT_SECRET: 'x', ...changes };
    if (changes['OIDC_ISSUER'] === '') Object.assign(env, { OIDC_CLIENT_ID: '', OIDC_CLIENT_SECRET: '' });
    expect(() => readConfig(env)).toThrow(new ConfigError(message));
  });

  it('requires the public address in production if e-mails are sent', () => {
    const env = { NODE_ENV: 'production', JWT_SECRET: SECRET, SMTP_URL: 'smtp://mail' };

    expect(() => readConfig(env)).toThrow('SMTP_URL needs PUBLIC_URL in production');
    expect(readConfig({ ...env, PUBLIC_URL: 'https://interviews.example' }).smtpUrl).toBe('smtp://mail');
  });

  it('accepts a random secret in production', () => {
    expect(readConfig({ NODE_ENV: 'production', JWT_SECRET: SECRET })).toMatchObject({
      production: true,
      jwtSecret: SECRET,
    });
  });
});
