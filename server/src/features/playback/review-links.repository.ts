import type { ReviewLink } from '@cip/contracts/playback/review-links';
import { sql } from 'kysely';
import type { Database, Transaction } from '../../platform/database/database.ts';
import { hasRow } from '../../platform/database/endings.ts';
import { isVisible } from '../interviews/scope.service.ts';

/** Whether a link opens: until it expires, and while its maker may play recordings themselves. */
const isValid = sql<boolean>`(review_links.expires_at > now() and exists (
  select from users where users.id = review_links.created_by and users.role != 'coordinator' and ${isVisible}))`;
const isExpired = sql<boolean>`review_links.expires_at <= now()`;

/** Returns the valid links of an interview of the company, oldest first. */
export function listLinks(db: Database, companyId: string, interviewId: string): Promise<ReviewLink[]> {
  return db
    .selectFrom('review_links')
    .innerJoin('interviews', 'interviews.id', 'review_links.interview_id')
    .leftJoin('users', 'users.id', 'review_links.created_by')
    .select([
      'review_links.id',
      'review_links.created_at',
      'review_links.expires_at',
      'review_links.opened_at',
      'review_links.shows_candidate',
      'review_links.shows_questions',
      'review_links.shows_scorecards',
      'users.name as created_by',
    ])
    .where('interviews.company_id', '=', companyId)
    .where('interviews.id', '=', interviewId)
    .where(isValid)
    .orderBy('review_links.created_at')
    .orderBy('review_links.id')
    .execute();
}

type Shown = 'shows_candidate' | 'shows_questions' | 'shows_scorecards';

interface NewLink extends Pick<ReviewLink, Shown> {
  interviewId: string;
  digest: string;
  userId: string;
  days: number;
}

/** Adds a link and returns its id. */
export async function insertLink(
  trx: Transaction,
  { interviewId, digest, userId, days, ...shown }: NewLink,
): Promise<string> {
  const { id } = await trx
    .insertInto('review_links')
    .values({
      interview_id: interviewId,
      digest,
      created_by: userId,
      ...shown,
      expires_at: sql<string>`now() + make_interval(days => ${days})`,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}

/** Deletes the links of an interview that are no longer valid. */
export async function deleteExpiredLinks(trx: Transaction, interviewId: string): Promise<void> {
  await trx.deleteFrom('review_links').where('interview_id', '=', interviewId).where(isExpired).execute();
}

/** Deletes a link of an interview; returns whether there was one. */
export function deleteLink(trx: Transaction, interviewId: string, id: string): Promise<boolean> {
  return trx
    .deleteFrom('review_links')
    .where('interview_id', '=', interviewId)
    .where('id', '=', id)
    .returning('id')
    .$call(hasRow);
}

/** Returns a valid link by the digest of its token, with its interview and who made it; or undefined. */
export function findLink(db: Database, digest: string) {
  return db
    .selectFrom('review_links')
    .innerJoin('interviews', 'interviews.id', 'review_links.interview_id')
    .leftJoin('users', 'users.id', 'review_links.created_by')
    .select([
      'review_links.id',
      'review_links.opened_at',
      'review_links.shows_candidate',
      'review_links.shows_questions',
      'review_links.shows_scorecards',
      'users.id as maker_id',
      'users.role as maker_role',
      'interviews.id as interview_id',
      'interviews.company_id',
      'interviews.room_code',
    ])
    .where('review_links.digest', '=', digest)
    .where(isValid)
    .executeTakeFirst();
}

/** Stores that a link was opened; returns false if it had been before. */
export function markOpened(trx: Transaction, id: string): Promise<boolean> {
  return trx
    .updateTable('review_links')
    .set({ opened_at: sql<string>`now()` })
    .where('id', '=', id)
    .where('opened_at', 'is', null)
    .returning('id')
    .$call(hasRow);
}
