import { sql } from 'kysely';
import type { FastifyBaseLogger } from 'fastify';
import type { Database } from '../database/database.ts';
import { HELD, HELD_DAYS } from './held-mails.ts';
import { UndeliverableError, type Email, type Mailer } from './mailer.ts';

/** The kinds of e-mail, each with the data it is composed from. Features add theirs by declaration merging. */
export interface MailData {}

export type MailKind = keyof MailData;

/** An e-mail to send; its text is composed when it is sent. */
export interface MailOrder<Kind extends MailKind = MailKind> {
  kind: Kind;
  data: MailData[Kind];
  /** The interview it is about; the mail goes with it. */
  interviewId?: string;
  /** The company it is about; the mail goes with it. */
  companyId?: string;
  /** Not before this moment, as ISO text. */
  dueAt?: string;
  /** Not before `releaseHeldMails` of its company. */
  isHeld?: boolean;
}

/** Returns the e-mail for the data of an order, or null when it is no longer due. */
export type Composer<Data> = (data: Data) => Promise<Email | null>;

/** Composers by kind. */
export type Composers<Kind extends MailKind = MailKind> = { [K in Kind]: Composer<MailData[K]> };

/** Mails on their way, shared by all nodes. */
export interface MailQueue {
  /** False when this node has no way to send mail; orders are dropped then. */
  isOn: boolean;
  /** Orders a mail, in the transaction of what it tells of. */
  order<Kind extends MailKind>(db: Database, order: MailOrder<Kind>): Promise<void>;
  /** Adds composers; an e-mail of a kind without one is dropped. */
  compose(composers: Partial<Composers>): void;
  /** Starts sending due e-mails. One node sends each; failures are retried with growing pauses. */
  start(): void;
  /** Waits for what is being sent, and stops. */
  close(): Promise<void>;
}

type Log = Pick<FastifyBaseLogger, 'warn'>;

const LOOK_EVERY_MS = 2_000;
/** How soon after an order this node looks, by when its transaction has mostly ended; else the next look finds it. */
const LOOK_SOON_MS = 100;
/** Mails one node sends at a time. */
const BATCH = 10;
/** A node that took a mail and did not send it within this has died; another one takes it. */
const CLAIM_SECONDS = 120;
/** The first pause after a failure; each following one is twice as long. */
const RETRY_SECONDS = 30;
/** After so many failures, over some eight hours, nobody waits for the mail any more. */
const TRIES_MAX = 10;

/** A composer by the kind that its row names; the row may be of another release. */
type AnyComposer = Composer<Record<string, string>>;

interface Claimed {
  id: string;
  kind: string;
  data: Record<string, string>;
  tries: number;
}

/** Opens the queue; without a mailer it takes nothing. */
export function openMailQueue(db: Database, mailer: Mailer | null, log: Log): MailQueue {
  let timer: NodeJS.Timeout | undefined;
  let soon: NodeJS.Timeout | undefined;
  let look = () => {};
  let running: Promise<void> | null = null;
  let isClosed = false;
  const composers: Record<string, AnyComposer | undefined> = {};
  const sendAll = async (by: Mailer) => {
    while (!isClosed && (await sendDue(db, by, composers, log)) === BATCH);
  };
  return {
    isOn: mailer !== null,
    async order(on, order) {
      if (!mailer) return;
      await insert(on, order);
      soon ??= setTimeout(() => {
        soon = undefined;
        look();
      }, LOOK_SOON_MS);
    },
    compose: (more) => void Object.assign(composers, more),
    start() {
      if (!mailer) return;
      look = () => {
        if (isClosed) return;
        running ??= sendAll(mailer)
          // A database that is away: the next look comes soon.
          .catch(() => {})
          .finally(() => (running = null));
      };
      timer = setInterval(look, LOOK_EVERY_MS);
    },
    async close() {
      isClosed = true;
      clearInterval(timer);
      clearTimeout(soon);
      await running;
      mailer?.close();
    },
  };
}

async function insert<Kind extends MailKind>(
  db: Database,
  { kind, data, interviewId, companyId, dueAt, isHeld }: MailOrder<Kind>,
): Promise<void> {
  await db
    .insertInto('mails')
    .values({
      kind,
      data: JSON.stringify(isHeld ? { ...data, [HELD]: 'yes' } : data),
      interview_id: interviewId ?? null,
      company_id: companyId ?? null,
      ...(dueAt !== undefined && { due_at: dueAt }),
      ...(isHeld && { due_at: sql<string>`now() + make_interval(days => ${HELD_DAYS})` }),
    })
    .execute();
}

/** Sends so many as one node sends at a time; resolves to how many it took. */
async function sendDue(
  db: Database,
  mailer: Mailer,
  composers: Record<string, AnyComposer | undefined>,
  log: Log,
): Promise<number> {
  const claimed = await claim(db);
  await Promise.all(claimed.map((mail) => sendOne(db, mailer, composers, log, mail)));
  return claimed.length;
}

function claim(db: Database): Promise<Claimed[]> {
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
  composers: Record<string, AnyComposer | undefined>,
  log: Log,
  { id, kind, data, tries }: Claimed,
): Promise<void> {
  try {
    const email = await composers[kind]?.(data);
    if (email) await mailer.send(id, email);
  } catch (error) {
    // Of the failure only its kind: a mail server's words may hold the address.
    const code = error instanceof Error && 'code' in error ? String(error.code) : undefined;
    log.warn({ kind, tries, code }, 'a mail could not be sent');
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
