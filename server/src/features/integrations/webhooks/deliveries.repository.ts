import type { WebhookDelivery, WebhookEvent } from '@cip/contracts/integrations/webhooks';
import { sql } from 'kysely';
import type { Database, Transaction } from '../../../platform/database/database.ts';
import { countRows } from '../../../platform/database/endings.ts';

const SHOWN = ['id', 'type', 'created_at', 'tries', 'due_at', 'tried_at', 'status', 'failure'] as const;
const state = sql<WebhookDelivery['state']>`case
  when due_at is not null then 'waiting' when delivered_at is not null then 'delivered' else 'failed' end`.as('state');

/** Adds a message to each webhook of the company that is on and reports the event. */
export async function insertDeliveries(
  trx: Transaction,
  {
    companyId,
    interviewId,
    type,
    payload,
  }: { companyId: string; interviewId: string; type: WebhookEvent; payload: string },
): Promise<void> {
  await sql`insert into webhook_deliveries (webhook_id, company_id, interview_id, type, payload)
    select id, company_id, ${interviewId}::uuid, ${type}::text, ${payload}::text from webhooks
    where company_id = ${companyId} and disabled_at is null and ${type}::text = any(events)`.execute(trx);
}

/** Returns deliveries of a webhook, newest first. */
export function listDeliveries(
  db: Database,
  webhookId: string,
  { limit, offset }: { limit: number; offset: number },
): Promise<WebhookDelivery[]> {
  return db
    .selectFrom('webhook_deliveries')
    .select(SHOWN)
    .select(state)
    .where('webhook_id', '=', webhookId)
    .orderBy('created_at', 'desc')
    .orderBy('id')
    .limit(limit)
    .offset(offset)
    .execute();
}

/** Returns how many deliveries a webhook has. */
export function countDeliveries(db: Database, webhookId: string): Promise<number> {
  return db.selectFrom('webhook_deliveries').where('webhook_id', '=', webhookId).$call(countRows);
}

/** Makes a delivery of a webhook due, with all its tries. Returns undefined if there is no such delivery. */
export function makeDue(trx: Transaction, webhookId: string, id: string): Promise<WebhookDelivery | undefined> {
  return trx
    .updateTable('webhook_deliveries')
    .set({ due_at: sql<string>`now()`, tries: 0, delivered_at: null })
    .where('webhook_id', '=', webhookId)
    .where('id', '=', id)
    .returning(SHOWN)
    .returning(state)
    .executeTakeFirst();
}

/** Deletes up to `atMost` deliveries that are older than `days`; returns how many. */
export async function deleteOld(db: Database, days: number, atMost: number): Promise<number> {
  const { rows } = await sql`
    delete from webhook_deliveries where id in (
      select id from webhook_deliveries
      where created_at < now() - make_interval(days => ${days})
      limit ${atMost} for update skip locked
    )
    returning id`.execute(db);
  return rows.length;
}
