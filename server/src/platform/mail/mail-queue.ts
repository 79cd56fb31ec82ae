import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import type { Database } from '../database/database.ts';
import { startJob, type JobLog, type StartedJob } from '../jobs.ts';
import type { SiteOrigin } from '../http/pages/site-origin.ts';
import { HELD, HELD_DAYS } from './held-mails.ts';
import { UndeliverableError, type Email, type MailDelivery, type Mailer } from './mailer.ts';
import { BATCH, sendDue, type AnyComposers } from './send-mails.ts';

/** The kinds of e-mail, each with the data it is composed from. Features add theirs by declaration merging. */
export interface MailData {}

export type MailKind = keyof MailData;

/** An e-mail to send; its text is composed when it is sent. */
export interface MailOrder<Kind extends MailKind = MailKind> {
  kind: Kind;
  data: MailData[Kind];
  /** The interview it is about; the e-mail is deleted with it. */
  interviewId?: string;
  /** The company it is about; the e-mail is deleted with it. */
  companyId?: string;
  /** Not sent before this moment (ISO 8601). */
  dueAt?: string;
  /** Not sent before `releaseHeldMails` of its company. */
  isHeld?: boolean;
}

/** Returns the e-mail for the data of an order; null if it is no longer due. */
export type Composer<Data> = (data: Data) => Promise<Email | null>;

/** Composers by kind. */
export type Composers<Kind extends MailKind = MailKind> = { [K in Kind]: Composer<MailData[K]> };

/** The queue of e-mails, shared by all nodes. */
export interface MailQueue {
  /** False if this node has no mailer; orders are dropped then. */
  isOn: boolean;
  /** How this server delivers e-mail; no page promises an e-mail that is not sent. */
  delivery: MailDelivery;
  /** Sends an e-mail past the queue. Rejects if it failed or if there is no mailer. */
  sendNow(email: Email): Promise<void>;
  /** Orders an e-mail, in the transaction of the change that it reports. */
  order<Kind extends MailKind>(db: Database, order: MailOrder<Kind>): Promise<void>;
  /** Adds composers; e-mails of a kind without one wait for a node of a newer release. */
  compose(composers: Partial<Composers>): void;
  /** Starts sending due e-mails. One node sends each; failures are retried with growing pauses. */
  start(): void;
  /** Stops the queue. Resolves when the e-mails being sent are done. */
  close(): Promise<void>;
}

const SEND_EVERY_MS = 2_000;
/** Delay from an order to the next run (ms); by then its transaction has usually committed. */
const SEND_SOON_MS = 100;
/** The key in a mail's data under which the site's address at the time of its order is stored. */
const SITE = 'site';

/** A composer for the data of a row, which may have been written by another release. */
type AnyComposer = Composer<Record<string, string>>;

/**
 * Opens the queue; without a mailer it drops all orders. Links in an e-mail start with the site's address at its order.
 */
export function openMailQueue(
  db: Database,
  mailer: Mailer | null,
  log: JobLog,
  site?: Pick<SiteOrigin, 'current' | 'within'>,
): MailQueue {
  let job: StartedJob | undefined;
  let soon: NodeJS.Timeout | undefined;
  let isClosed = false;
  const composers: Record<string, AnyComposer | undefined> = {};
  const any: AnyComposers = {
    kinds: () => Object.keys(composers),
    async compose(kind, data) {
      const composer = composers[kind];
      if (!composer) return null;
      return site ? site.within(data[SITE] ?? null, () => composer(data)) : composer(data);
    },
  };
  const sendAll = async (through: Mailer) => {
    while (!isClosed && (await sendDue(db, through, any, log)) === BATCH);
  };
  return {
    isOn: mailer !== null,
    delivery: mailer?.delivery ?? 'off',
    async sendNow(email) {
      if (!mailer) throw new UndeliverableError('There is no mailer.');
      await mailer.send(randomUUID(), email);
    },
    async order(on, order) {
      if (!mailer) return;
      await insert(on, order, site?.current() ?? null);
      soon ??= setTimeout(() => {
        soon = undefined;
        job?.runNow();
      }, SEND_SOON_MS);
    },
    compose: (more) => void Object.assign(composers, more),
    start() {
      if (!mailer) return;
      job = startJob({ name: 'mails', everyMs: SEND_EVERY_MS, run: () => sendAll(mailer) }, log);
    },
    async close() {
      isClosed = true;
      clearTimeout(soon);
      await job?.stop();
      mailer?.close();
    },
  };
}

async function insert<Kind extends MailKind>(
  db: Database,
  { kind, data, interviewId, companyId, dueAt, isHeld }: MailOrder<Kind>,
  address: string | null,
): Promise<void> {
  await db
    .insertInto('mails')
    .values({
      kind,
      data: JSON.stringify({ ...data, ...(isHeld && { [HELD]: 'yes' }), ...(address !== null && { [SITE]: address }) }),
      interview_id: interviewId ?? null,
      company_id: companyId ?? null,
      ...(dueAt !== undefined && { due_at: dueAt }),
      ...(isHeld && { due_at: sql<string>`now() + make_interval(days => ${HELD_DAYS})` }),
    })
    .execute();
}
