import type { SubmittedCard } from '@cip/contracts/scorecards/scorecards';
import type { CardContent } from '@cip/contracts/scorecards/card-content';
import { sql } from 'kysely';
import type { Database, Transaction } from '../../platform/database/database.ts';

/** A scorecard of its author, with its versions counted. */
export interface StoredCard {
  id: string;
  fromPlayback: boolean;
  content: CardContent;
  versions: number;
  submittedAt: string | null;
  latestAt: string | null;
  /** The content differs from the latest version. */
  hasUnsubmitted: boolean;
}

/** Returns an author's scorecard, or undefined. */
export async function findCard(db: Database, interviewId: string, userId: string): Promise<StoredCard | undefined> {
  const { rows } = await sql<StoredCard>`
    select scorecards.id, from_playback as "fromPlayback", scorecards.content,
      count(number) as versions, min(submitted_at) as "submittedAt", max(submitted_at) as "latestAt",
      count(number) > 0 and scorecards.content is distinct from (
        select content from scorecard_versions where scorecard_id = scorecards.id order by number desc limit 1
      ) as "hasUnsubmitted"
    from scorecards left join scorecard_versions on scorecard_id = scorecards.id
    where interview_id = ${interviewId} and user_id = ${userId}
    group by scorecards.id`.execute(db);
  return rows[0];
}

/** Adds a scorecard unless the author has one, locks it and returns its id and content. */
export async function lockCard(
  trx: Transaction,
  card: { interviewId: string; userId: string; authorName: string; fromPlayback: boolean },
  content: CardContent,
): Promise<{ id: string; content: CardContent }> {
  const { interviewId, userId } = card;
  await trx
    .insertInto('scorecards')
    .values({
      interview_id: interviewId,
      user_id: userId,
      author_name: card.authorName,
      from_playback: card.fromPlayback,
      content: JSON.stringify(content),
    })
    .onConflict((conflict) => conflict.columns(['interview_id', 'user_id']).doNothing())
    .execute();
  return trx
    .selectFrom('scorecards')
    .select(['id', 'content'])
    .where('interview_id', '=', interviewId)
    .where('user_id', '=', userId)
    .forUpdate()
    .executeTakeFirstOrThrow();
}

/** Records a save; returns false if it was recorded before. */
export async function insertSave(trx: Transaction, scorecardId: string, opId: string): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await trx
    .insertInto('scorecard_saves')
    .values({ scorecard_id: scorecardId, op_id: opId })
    .onConflict((conflict) => conflict.columns(['scorecard_id', 'op_id']).doNothing())
    .executeTakeFirst();
  return numInsertedOrUpdatedRows === 1n;
}

/** Replaces the content of a scorecard. */
export async function updateContent(trx: Transaction, id: string, content: CardContent): Promise<void> {
  await trx
    .updateTable('scorecards')
    .set({ content: JSON.stringify(content), saved_at: sql<string>`now()` })
    .where('id', '=', id)
    .execute();
}

/** Adds a version with the present content. */
export async function insertVersion(trx: Transaction, id: string, number: number): Promise<void> {
  await sql`insert into scorecard_versions (scorecard_id, number, content)
    select id, ${number}, content from scorecards where id = ${id}`.execute(trx);
}

/** Returns up to `limit` submitted scorecards of an interview, in the order of their submission. */
export async function listSubmitted(
  db: Database,
  { interviewId, userId, limit }: { interviewId: string; userId: string; limit: number },
): Promise<SubmittedCard[]> {
  const { rows } = await sql<SubmittedCard>`
    select scorecards.id, coalesce(users.name, author_name) as author_name,
      coalesce(user_id = ${userId}, false) as is_own, from_playback, first.submitted_at,
      case when latest.number > 1 then latest.submitted_at end as changed_at, latest.content,
      case when latest.number > 1 then first.content end as first_content
    from scorecards
    left join users on users.id = user_id
    join scorecard_versions first on first.scorecard_id = scorecards.id and first.number = 1
    join lateral (
      select * from scorecard_versions where scorecard_id = scorecards.id order by number desc limit 1
    ) latest on true
    where interview_id = ${interviewId}
    order by first.submitted_at, scorecards.id limit ${limit}`.execute(db);
  return rows;
}
