import type { AuditAction, AuditDetails, AuditEntry, AuditGroup } from '@cip/contracts/accounts/audit';
import { sql } from 'kysely';
import type { Database, Transaction } from '../../platform/database/database.ts';
import { countRows } from '../../platform/database/endings.ts';

/** Who acts: a user, also through an API key, a candidate, or the product itself. */
export type Actor = { userId: string; key?: { id: string } | undefined } | 'candidate' | 'product';

/** An entry to add. */
export interface NewAuditEntry {
  companyId: string;
  action: AuditAction;
  by: Actor;
  /** The affected user, if any. */
  subjectId?: string;
  details?: AuditDetails;
}

/** Adds an entry. */
export async function insertEntry(
  trx: Transaction,
  { companyId, action, by, subjectId, details = {} }: NewAuditEntry,
): Promise<void> {
  await trx
    .insertInto('audit_log')
    .values({
      company_id: companyId,
      action,
      actor: typeof by === 'string' ? by : 'user',
      actor_id: typeof by === 'string' ? null : by.userId,
      actor_key_id: typeof by === 'string' ? null : (by.key?.id ?? null),
      subject_id: subjectId ?? null,
      details: JSON.stringify(details),
    })
    .execute();
}

/** Increments the count of the user's entry for the action in the last hour; returns whether there is one. */
export async function incrementRecent(
  trx: Transaction,
  { companyId, action, userId }: { companyId: string; action: AuditAction; userId: string },
): Promise<boolean> {
  const { rows } = await sql`
    update audit_log
      set details = jsonb_set(details, '{count}', to_jsonb(coalesce((details ->> 'count')::int, 1) + 1))
    where id = (
      select id from audit_log
      where company_id = ${companyId} and actor_id = ${userId} and action = ${action}
        and at > now() - interval '1 hour'
      order by id desc limit 1
    )
    returning id`.execute(trx);
  return rows.length > 0;
}

function ofCompany(db: Database, companyId: string, group: AuditGroup | undefined) {
  return db
    .selectFrom('audit_log')
    .where('audit_log.company_id', '=', companyId)
    .$if(group !== undefined, (query) => query.where(sql<boolean>`starts_with(action, ${`${group}.`})`));
}

/** Returns entries of the company, newest first, with the current names of accounts. */
export function listEntries(
  db: Database,
  companyId: string,
  { group, limit, offset }: { group: AuditGroup | undefined; limit: number; offset: number },
): Promise<AuditEntry[]> {
  return ofCompany(db, companyId, group)
    .leftJoin('users as actors', (join) =>
      join.onRef('actors.id', '=', 'audit_log.actor_id').onRef('actors.company_id', '=', 'audit_log.company_id'),
    )
    .leftJoin('users as subjects', (join) =>
      join.onRef('subjects.id', '=', 'audit_log.subject_id').onRef('subjects.company_id', '=', 'audit_log.company_id'),
    )
    .leftJoin('api_keys', (join) =>
      join
        .onRef('api_keys.id', '=', 'audit_log.actor_key_id')
        .onRef('api_keys.company_id', '=', 'audit_log.company_id'),
    )
    .select([
      'audit_log.id',
      'at',
      'action',
      sql<AuditEntry['actor']>`case when actor_key_id is null then actor else 'key' end`.as('actor'),
      sql<string | null>`case when actor_key_id is null then actors.name else api_keys.name end`.as('actor_name'),
      'subjects.name as subject_name',
      'details',
    ])
    .orderBy('audit_log.id', 'desc')
    .limit(limit)
    .offset(offset)
    .execute();
}

/** Returns how many entries the company has. */
export function countEntries(db: Database, companyId: string, group: AuditGroup | undefined): Promise<number> {
  return ofCompany(db, companyId, group).$call(countRows);
}

/** Deletes up to `atMost` entries older than `days`; returns how many. */
export async function deleteOlderThan(db: Database, days: number, atMost: number): Promise<number> {
  const { rows } = await sql`
    delete from audit_log where id in (
      select id from audit_log where at < now() - make_interval(days => ${days})
      order by at limit ${atMost} for update skip locked
    )
    returning id`.execute(db);
  return rows.length;
}
