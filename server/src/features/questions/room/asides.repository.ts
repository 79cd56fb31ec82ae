import type { Aside } from '@cip/contracts/rooms/asides';
import { DEFAULT_LANGUAGE } from '@cip/contracts/rooms/documents';
import { sql, type Insertable, type Selectable } from 'kysely';
import type { Database, Transaction } from '../../../platform/database/database.ts';
import { countRows } from '../../../platform/database/endings.ts';
import { isBetween, type Between } from '../../timeline/timeline.service.ts';
import type { AsideTable } from './asides.table.ts';

/** Returns the codes that an interview put aside with their files, in their order. */
export async function listAsides(db: Database, interviewId: string): Promise<Aside[]> {
  const rows = await db
    .selectFrom('asides')
    .select(['number', 'question_number', 'at', 'participant_name', 'language', 'code', 'files'])
    .where('interview_id', '=', interviewId)
    .orderBy('number')
    .execute();
  return rows.map(({ files, ...aside }) => ({ ...aside, ...(files && { files }) }));
}

/** Returns how many codes an interview put aside. */
export function countAsides(db: Database, interviewId: string): Promise<number> {
  return db.selectFrom('asides').where('interview_id', '=', interviewId).$call(countRows);
}

interface LastAside extends Pick<Selectable<AsideTable>, 'number' | 'language' | 'code' | 'files'> {
  all: number;
  by_candidates: number;
}

/** Returns how many codes an interview and its candidates put aside, and the last one; call it in its lock. */
export async function findPlace(trx: Transaction, interviewId: string) {
  const { rows } = await sql<LastAside>`
    select number, language, code, files, count(*) over ()::int as all,
      count(*) filter (where participant_type = 'candidate') over ()::int as by_candidates
    from asides where interview_id = ${interviewId} order by number desc limit 1`.execute(trx);
  return rows[0];
}

/** Returns the language of the last edit, because the room's may be that of the next question already. */
export async function findTypedLanguage(trx: Transaction, interviewId: string): Promise<string> {
  const { rows } = await sql<{ language: string }>`
    select data ->> 'language' as language from timeline_events
    where interview_id = ${interviewId} and kind = 'language' and at <= (
      select at from document_updates where interview_id = ${interviewId} and participant_id is not null
      order by id desc limit 1
    )
    order by id desc limit 1`.execute(trx);
  return rows[0]?.language ?? DEFAULT_LANGUAGE;
}

/** Adds a code that is put aside. */
export async function insertAside(trx: Transaction, aside: Insertable<AsideTable>): Promise<void> {
  await trx.insertInto('asides').values(aside).execute();
}

/** Deletes the codes that were put aside between two times (ms since `since`), and returns how many there were. */
export async function deleteAsides(trx: Transaction, interviewId: string, between: Between): Promise<number> {
  const { rows } = await sql`
    delete from asides where interview_id = ${interviewId} and ${isBetween(sql`at`, between)}
    returning number`.execute(trx);
  return rows.length;
}
