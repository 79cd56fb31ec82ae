import type { Config } from './platform/config/config.ts';
import {
  createFailureLimit,
  createSharedLimit,
  type FailureLimit,
  type SharedLimit,
} from './platform/redis/failure-limit.ts';
import type { RedisConnections } from './platform/redis/redis.ts';

/** How many attempts under one key are allowed in a window of time before the next is refused. */
interface Limit {
  max: number;
  /** How many of them one member of a group has, so that the others go on; then `max` is for the group. */
  share?: number;
  windowSeconds: number;
  /** The message for a refused caller, in place of the general one. */
  message?: string;
  /** `production` limits only in production; `always` counts even if RATE_LIMITS is off. */
  enabled?: 'production' | 'always';
}

const MINUTE_SECONDS = 60;
const QUARTER_HOUR_SECONDS = 15 * MINUTE_SECONDS;
const HOUR_SECONDS = 3600;
const DAY_SECONDS = 24 * HOUR_SECONDS;

/** Wrong secrets for one account, by one source: a person mistypes a few times, and guessing is hopeless. */
const WRONG_SECRETS = { max: 5, windowSeconds: QUARTER_HOUR_SECONDS };
/** Wrong secrets from one network over all accounts, so that no common password is tried on thousands of them. */
const WRONG_SECRETS_NETWORK = { max: 30, windowSeconds: QUARTER_HOUR_SECONDS };
/** Wrong tokens of e-mailed links, by network: this only bounds the work, because a token has 256 bits. */
const WRONG_TOKENS = { max: 20, windowSeconds: QUARTER_HOUR_SECONDS };
/** E-mails to an address that may be a stranger's. */
const DAILY_MAILS = { max: 10, windowSeconds: DAY_SECONDS };
/** Also the message of the bounds on open connections (features/rooms/limits/connection-limits.ts). */
export const TOO_MANY_CONNECTIONS = 'Too many connections. Please wait a moment.';

/** All limits of the features, each with the key it counts by and its reason. */
const LIMITS = {
  /** Passwords at sign-in, by account and network or by account and known device. */
  login: WRONG_SECRETS,
  /** The same by account, over all networks and devices that it does not know. */
  loginStrangers: { max: 20, windowSeconds: QUARTER_HOUR_SECONDS },
  loginNetwork: WRONG_SECRETS_NETWORK,
  /** Codes of the second step at sign-in, like passwords. */
  secondFactor: WRONG_SECRETS,
  /** Fewer than for passwords, because the sender of a code knows the password. */
  secondFactorStrangers: { max: 10, windowSeconds: QUARTER_HOUR_SECONDS },
  secondFactorNetwork: WRONG_SECRETS_NETWORK,

  /** The current password when it changes, by user. */
  password: WRONG_SECRETS,
  /** The password, and the code, when the second step changes, by user. */
  secondFactorPassword: WRONG_SECRETS,
  /** The password, and the code, when a sign-in is made recent, by user. */
  reauthentication: WRONG_SECRETS,
  /** The password when a company is deleted, by user. */
  companyRemoval: WRONG_SECRETS,

  /** Wrong codes after the right password, by user. They refuse nothing: the fifth in a day sends an e-mail. */
  wrongCodes: { max: 4, windowSeconds: DAY_SECONDS, enabled: 'always' },
  /** That e-mail, by user. */
  wrongCodesMail: { max: 1, windowSeconds: DAY_SECONDS, enabled: 'always' },

  /** Begun sign-ins with the provider, by network: an office opens its computers within minutes. */
  providerStarts: { max: 600, windowSeconds: QUARTER_HOUR_SECONDS },
  /** Failed sign-ins with the provider, by network: each costs requests to the provider. */
  providerSignIns: { max: 60, windowSeconds: QUARTER_HOUR_SECONDS },
  /** Logout tokens that are refused, by network: each costs a check of a signature. */
  providerLogouts: { max: 60, windowSeconds: QUARTER_HOUR_SECONDS },

  /** Registered companies, by network: each costs a hash, and stays. Demos and tests may register more. */
  registrations: { max: 60, windowSeconds: HOUR_SECONDS, enabled: 'production' },
  /** E-mails that turn out to have an account, by account. If someone adds colleagues, they meet one or two. */
  takenEmails: { max: 5, windowSeconds: QUARTER_HOUR_SECONDS },
  /** The same by network, over all its accounts. */
  takenEmailsNetwork: { max: 20, windowSeconds: QUARTER_HOUR_SECONDS },

  /** Requested password resets, by e-mail: further requests send no e-mail. */
  resetEmail: { max: 5, windowSeconds: QUARTER_HOUR_SECONDS },
  /** The same by network, over all e-mails. */
  resetNetwork: { max: 20, windowSeconds: QUARTER_HOUR_SECONDS },
  resetToken: WRONG_TOKENS,
  undoToken: WRONG_TOKENS,
  verifyToken: WRONG_TOKENS,

  /** E-mails to confirm an address, by company. */
  verificationMails: DAILY_MAILS,
  /** E-mails that test the mail server, by company. */
  testMails: DAILY_MAILS,
  /** E-mails to the previous address when a company changes its e-mail, by company. */
  emailChangeMails: DAILY_MAILS,
  /** E-mails about a changed password or a linked provider, by address. */
  accountNotices: DAILY_MAILS,
  /**
   * Invitations, and likewise each other kind of e-mail to candidates, by company and kind: as many in a day as the
   * middle plan includes in a month. The limit prevents abuse, because an address and a name are enough to write to a
   * stranger in our name.
   */
  candidateMails: { max: 200, windowSeconds: DAY_SECONDS },
  /**
   * Invitations, changes and withdrawals together, and likewise reminders and cancellations, by company and address. A
   * candidate with four interviews stays below.
   */
  recipientMails: DAILY_MAILS,

  /** The same as `candidateMails` to interviewers, of whom an interview has up to five. */
  colleagueMails: { max: 1_000, windowSeconds: DAY_SECONDS },

  /**
   * Exports, by company and user, or by interview and candidate: an archive reads whole logs while other replies read a
   * few rows.
   */
  archives: { max: 20, share: 10, windowSeconds: MINUTE_SECONDS, message: 'Too many exports. Please wait a moment.' },

  /** Imports of questions, by company and user: an archive takes up to some seconds of a processor. */
  imports: {
    max: 40,
    share: 20,
    windowSeconds: QUARTER_HOUR_SECONDS,
    message: 'Too many imports. Please wait a moment.',
  },

  /** Playbacks, by company and user: each reads a whole log, and further requests continue it if a download breaks. */
  playbacks: {
    max: 120,
    share: 60,
    windowSeconds: MINUTE_SECONDS,
    message: 'Too many playbacks. Please wait a moment.',
  },

  /** Tests on the engine, by interview, of candidates and of interviewers: all tests of two questions. */
  engineTests: { max: 60, windowSeconds: MINUTE_SECONDS, message: 'Too many tests. Wait a minute.' },

  /** Receipts, by interview and candidate: each counts the edits of a log, and candidates reload their page. */
  receipts: { max: 30, share: 15, windowSeconds: MINUTE_SECONDS, message: 'Too many requests. Please wait a moment.' },

  /** Openings of a review link, by link, with the requests that continue a broken download. */
  reviews: { max: 10, windowSeconds: MINUTE_SECONDS, message: 'Too many requests. Please wait a moment.' },

  /** Calls with an API key, by key. */
  apiKeys: {
    max: 300,
    windowSeconds: MINUTE_SECONDS,
    message: 'Too many calls with this API key. Please wait a moment.',
  },

  /** New webhooks, whose hosts are looked up, and messages to deliver again, by company. */
  webhooks: { max: 60, windowSeconds: QUARTER_HOUR_SECONDS, message: 'Too many requests. Please wait a moment.' },

  /** Wrong addresses of calendar feeds, by network. Known ones still work then. */
  calendarAddresses: WRONG_TOKENS,
  /** Readings of a calendar feed, by feed: calendars read one at most every few minutes. */
  calendarFeeds: { max: 60, windowSeconds: QUARTER_HOUR_SECONDS, message: 'Too many requests. Please wait a moment.' },

  /** Previews of links, by network: if a link is posted, a chat loads it from a few addresses. */
  linkPreviews: { max: 300, windowSeconds: MINUTE_SECONDS },
  /** Room codes that lead nowhere, by network: an office stays below. */
  roomCodes: { max: 60, windowSeconds: QUARTER_HOUR_SECONDS },
  /** Sockets that subscribe to a room, by network: as many as requests, so that an office stays below. */
  connections: { max: 1_200, windowSeconds: MINUTE_SECONDS, message: TOO_MANY_CONNECTIONS },
  /** Engine connections, by network: a page in a room has one; if it never subscribes, it closes in seconds. */
  handshakes: { max: 2_400, windowSeconds: MINUTE_SECONDS, message: TOO_MANY_CONNECTIONS },
} satisfies Record<string, Limit>;

/** A limit for each row of the table. */
export type Limits = {
  [Name in keyof typeof LIMITS]: (typeof LIMITS)[Name] extends { share: number } ? SharedLimit : FailureLimit;
};

/** Creates the limits of a node; with Redis all nodes count together. */
export function createLimits({ config, redis }: { config: Config; redis: RedisConnections | null }): Limits {
  const create = ([name, { enabled, share, ...limit }]: [string, Limit]) => {
    const options = { redis, enabled: isEnabled(config, enabled), purpose: kebab(name), ...limit };
    return [name, share === undefined ? createFailureLimit(options) : createSharedLimit({ ...options, share })];
  };
  return Object.fromEntries(Object.entries(LIMITS).map(create)) as Limits;
}

function isEnabled({ rateLimits, production }: Config, enabled: Limit['enabled']): boolean {
  if (enabled === 'always') return true;
  return rateLimits && (enabled !== 'production' || production);
}

/** Returns the name as Redis has it, because other releases count under the same keys. */
const kebab = (name: string) => name.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
