import { sql } from 'kysely';
import type { Database, Transaction } from '../../../platform/database/database.ts';
import { hasChanged } from '../../../platform/database/endings.ts';
import { selectMailData, toMailData } from '../mails/interview-mail-data.repository.ts';
import { hasInterviewer } from '../interviewers.repository.ts';

/** Returns since when a user has a feed; undefined if they have none. */
export function findFeed(db: Database, userId: string) {
  return db.selectFrom('calendar_feeds').select('created_at').where('user_id', '=', userId).executeTakeFirst();
}

/** Gives a user a feed with this digest, in place of an earlier one; returns since when. */
export function replaceFeed(trx: Transaction, userId: string, digest: string) {
  return trx
    .insertInto('calendar_feeds')
    .values({ user_id: userId, digest })
    .onConflict((conflict) => conflict.column('user_id').doUpdateSet({ digest, created_at: sql<string>`now()` }))
    .returning('created_at')
    .executeTakeFirstOrThrow();
}

/** Deletes the feed of a user; returns whether there was one. */
export function deleteFeed(trx: Transaction, userId: string): Promise<boolean> {
  return trx.deleteFrom('calendar_feeds').where('user_id', '=', userId).$call(hasChanged);
}

/** Returns the user whose feed has this digest, or undefined. Coordinators take part in no interview. */
export function findReader(db: Database, digest: string) {
  return db
    .selectFrom('calendar_feeds')
    .innerJoin('users', 'users.id', 'calendar_feeds.user_id')
    .select(['users.id', 'users.company_id'])
    .where('digest', '=', digest)
    .where('users.role', '<>', 'coordinator')
    .executeTakeFirst();
}

/** The bounds of the interviews in a feed. */
interface FeedBounds {
  pastDays: number;
  futureDays: number;
  /** The latest planned ones. */
  atMost: number;
}

/** Returns the planned interviews of an interviewer that were not cancelled, the last first. */
export async function listPlanned(
  db: Database,
  { id, company_id: companyId }: { id: string; company_id: string },
  { pastDays, futureDays, atMost }: FeedBounds,
) {
  const rows = await selectMailData(db)
    .where('interviews.company_id', '=', companyId)
    .where(hasInterviewer(id))
    .where('interviews.status', '<>', 'cancelled')
    .where('scheduled_at', '>', sql<string>`now() - make_interval(days => ${pastDays})`)
    .where('scheduled_at', '<', sql<string>`now() + make_interval(days => ${futureDays})`)
    .orderBy('scheduled_at', 'desc')
    .limit(atMost)
    .execute();
  return rows.map(toMailData);
}
