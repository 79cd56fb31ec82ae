import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import type { Database } from '../database/database.ts';
import { startJob, type JobLog, type StartedJob } from '../jobs.ts';
import type { SiteOrigin } from '../http/pages/site-origin.ts';
import { HELD, HELD_DAYS } from './held-mails.ts';
import { UndeliverableError, type Email, type MailDelivery, type Mailer } from './mailer.ts';

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
  /** Adds composers; if an e-mail's kind has none, it is dropped. */
  compose(composers: Partial<Composers>): void;
  /** Starts sending due e-mails. One node sends each; failures are retried with growing pauses. */
  start(): void;
  /** Stops the queue. Resolves when the e-mails being sent are done. */
  close(): Promise<void>;
}

const SEND_EVERY_MS = 2_000;
/** Delay from an order to the next run (ms); by then its transaction has usually committed. */
const SEND_SOON_MS = 100;
/** E-mails that one node sends at a time. */
const BATCH = 10;
/** If a node does not send a claimed e-mail within this time, it has died; another one claims the e-mail. */
const CLAIM_SECONDS = 120;
/** Delay after the first failure; it doubles with each further one. */
const RETRY_SECONDS = 30;
/** Failures, over some eight hours, after which an e-mail is dropped. */
const TRIES_MAX = 10;

/** The key in a mail's data under which the site's address at the time of its order is stored. */
const SITE = 'site';

/** A composer for the data of a row, which may have been written by another release. */
type AnyComposer = Composer<Record<string, string>>;

/** Composes the e-mail of any kind; null if the kind has no composer. */
type ComposeAny = (kind: string, data: Record<string, string>) => Promise<Email | null>;

interface ClaimedMail {
  id: string;
  kind: string;
  data: Record<string, string>;
  tries: number;
}

/** Opens the queue; without a mailer it drops all orders. Links in an e-mail start with the site's address at its order. */
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
  const compose = async (kind: string, data: Record<string, string>) => {
    const composer = composers[kind];
    if (!composer) return null;
    return site ? site.within(data[SITE] ?? null, () => composer(data)) : composer(data);
  };
  const sendAll = async (through: Mailer) => {
    while (!isClosed && (await sendDue(db, through, compose, log)) === BATCH);
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

/** Sends a batch of due e-mails. Returns how many it claimed. */
async function sendDue(db: Database, mailer: Mailer, compose: ComposeAny, log: JobLog): Promise<number> {
  const claimed = await claim(db);
  await Promise.all(claimed.map((mail) => sendOne(db, mailer, compose, log, mail)));
  return claimed.length;
}

function claim(db: Database): Promise<ClaimedMail[]> {
  return db
    .updateTable('mails')
    .set({
      due_at: sql<string>`now() + make_interval(secs => ${CLAIM_SECONDS})`,
      tries: sql<number>`tries + 1`,
    })
    .where('id', 'in', (eb) =>
      eb
        .selectFrom('mails')
        .select('id')
        .where('due_at', '<=', sql<string>`now()`)
        .orderBy('due_at')
        .limit(BATCH)
        .forUpdate()
        .skipLocked(),
    )
    .returning(['id', 'kind', 'data', 'tries'])
    .execute();
}

async function sendOne(
  db: Database,
  mailer: Mailer,
  compose: ComposeAny,
  log: JobLog,
  { id, kind, data, tries }: ClaimedMail,
): Promise<void> {
  try {
    const email = await compose(kind, data);
    if (email) await mailer.send(id, email);
  } catch (error) {
    // Only the error code, because a mail server's message may contain the address.
    const code = error instanceof Error && 'code' in error ? String(error.code) : undefined;
    log.warn({ kind, tries, code }, 'could not send an e-mail');
    if (tries < TRIES_MAX && !(error instanceof UndeliverableError)) return postpone(db, id, tries);
  }
  await db.deleteFrom('mails').where('id', '=', id).execute();
}

async function postpone(db: Database, id: string, tries: number): Promise<void> {
  const seconds = RETRY_SECONDS * 2 ** (tries - 1);
  await db
    .updateTable('mails')
    .set({ due_at: sql<string>`now() + make_interval(secs => ${seconds})` })
    .where('id', '=', id)
    .execute();
}
