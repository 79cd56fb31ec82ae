import { sql } from 'kysely';
import type { FastifyBaseLogger } from 'fastify';
import type { Database } from '../database/database.ts';
import { HELD, HELD_DAYS } from './held-mails.ts';
import { UndeliverableError, type Letter, type Mailer } from './mailer.ts';

/** What a mail will be about; its text is written when it is sent. */
export interface MailOrder {
  kind: string;
  data: Record<string, string>;
  /** The interview it is about; the mail goes with it. */
  interviewId?: string;
  /** The company it is about; the mail goes with it. */
  companyId?: string;
  /** Not before this moment, as ISO text. */
  dueAt?: string;
  /** Not before `releaseHeldMails` of its company. */
  isHeld?: boolean;
}

/** Writes the mail of an order, or answers null when there is nothing to say any more. */
export type Composer = (data: Record<string, string>) => Promise<Letter | null>;

/** Mails on their way, shared by all nodes. */
export interface MailQueue {
  /** False when this node has no way to send mail; orders are dropped then. */
  isOn: boolean;
  /** Orders a mail, in the transaction of what it tells of. */
  order(db: Database, order: MailOrder): Promise<void>;
  /** Sends what is due, from now on. Each mail is sent by one node; a failure is tried again, later each time. */
  start(composers: Record<string, Composer>): void;
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
  const sendAll = async (by: Mailer, composers: Record<string, Composer>) => {
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
    start(composers) {
      if (!mailer) return;
      look = () => {
        if (isClosed) return;
        running ??= sendAll(mailer, composers)
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

async function insert(db: Database, { kind, data, interviewId, companyId, dueAt, isHeld }: MailOrder): Promise<void> {
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
async function sendDue(db: Database, mailer: Mailer, composers: Record<string, Composer>, log: Log): Promise<number> {
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
  composers: Record<string, Composer>,
  log: Log,
  { id, kind, data, tries }: Claimed,
): Promise<void> {
  try {
    const letter = await composers[kind]?.(data);
    if (letter) await mailer.send(id, letter);
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
