import { sql } from 'kysely';
import type { Database } from '../database/database.ts';
import type { JobLog } from '../jobs.ts';
import { UndeliverableError, type Email, type Mailer } from './mailer.ts';

/** E-mails that one node sends at a time. */
export const BATCH = 10;
/** If a node does not send a claimed e-mail within this time, it has died; another one claims the e-mail. */
const CLAIM_SECONDS = 120;
/** Delay after the first failure; it doubles with each further one. */
const RETRY_SECONDS = 30;
/** Failures, over some eight hours, after which an e-mail is dropped. */
const TRIES_MAX = 10;

/** Composes e-mails of these kinds. */
export interface AnyComposers {
  kinds(): string[];
  compose(kind: string, data: Record<string, string>): Promise<Email | null>;
}

interface ClaimedMail {
  id: string;
  kind: string;
  data: Record<string, string>;
  tries: number;
}

/** Sends a batch of due e-mails of the kinds that have a composer. Returns how many it claimed. */
export async function sendDue(db: Database, mailer: Mailer, composers: AnyComposers, log: JobLog): Promise<number> {
  const claimed = await claim(db, composers.kinds());
  await Promise.all(claimed.map((mail) => sendOne(db, mailer, composers, log, mail)));
  return claimed.length;
}

function claim(db: Database, kinds: string[]): Promise<ClaimedMail[]> {
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
        .where(sql<boolean>`kind = any(${kinds}::text[])`)
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
  composers: AnyComposers,
  log: JobLog,
  { id, kind, data, tries }: ClaimedMail,
): Promise<void> {
  try {
    const email = await composers.compose(kind, data);
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
