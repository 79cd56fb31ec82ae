import type { Networks } from '../outbound/networks.ts';
import type { PasswordHashing } from '../security/password.ts';
import type { OidcConfig } from './oidc-config.ts';
import type { RunEngineConfig } from './run-engine-config.ts';

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

export const LOG_LEVELS = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'] as const;
type LogLevel = (typeof LOG_LEVELS)[number];
