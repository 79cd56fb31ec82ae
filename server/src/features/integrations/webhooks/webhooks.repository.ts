import type { Webhook } from '@cip/contracts/integrations/webhooks';
import { sql } from 'kysely';
import type { Database, Transaction } from '../../../platform/database/database.ts';
import { hasRow } from '../../../platform/database/endings.ts';
import type { WebhookTable } from './webhooks.table.ts';

const SHOWN = ['id', 'url', 'events', 'created_at', 'failing_since', 'disabled_at'] as const;
/** How long a replaced secret signs too (hours). */
const OLD_SECRET_HOURS = 24;

const oldSecretUntil = sql<string | null>`case when old_secret_until > now() then old_secret_until end`;

/** Returns the company's webhooks, oldest first. */
export function listWebhooks(db: Database, companyId: string): Promise<Webhook[]> {
  return db
    .selectFrom('webhooks')
    .select(SHOWN)
    .select(oldSecretUntil.as('old_secret_until'))
    .where('company_id', '=', companyId)
    .orderBy('created_at')
    .orderBy('id')
    .execute();
}

/** Adds a webhook. */
export function insertWebhook(
  trx: Transaction,
  webhook: Pick<WebhookTable, 'company_id' | 'url' | 'events' | 'secret'>,
): Promise<Webhook> {
  return trx
    .insertInto('webhooks')
    .values(webhook)
    .returning([...SHOWN, 'old_secret_until'])
    .executeTakeFirstOrThrow();
}

/** Deletes a webhook of the company with its deliveries; returns whether there was one. */
export function deleteWebhook(trx: Transaction, companyId: string, id: string): Promise<boolean> {
  return trx
    .deleteFrom('webhooks')
    .where('company_id', '=', companyId)
    .where('id', '=', id)
    .returning('id')
    .$call(hasRow);
}

/** Replaces the secret of a webhook; the previous one signs too for a day. Returns undefined if it does not exist. */
export function replaceSecret(
  trx: Transaction,
  companyId: string,
  id: string,
  secret: string,
): Promise<Webhook | undefined> {
  return trx
    .updateTable('webhooks')
    .set({
      secret,
      old_secret: sql<string>`secret`,
      old_secret_until: sql<string>`now() + make_interval(hours => ${OLD_SECRET_HOURS})`,
    })
    .where('company_id', '=', companyId)
    .where('id', '=', id)
    .returning([...SHOWN, 'old_secret_until'])
    .executeTakeFirst();
}

/** Switches a webhook on. Returns undefined if there is no such webhook. */
export function enableWebhook(trx: Transaction, companyId: string, id: string): Promise<Webhook | undefined> {
  return trx
    .updateTable('webhooks')
    .set({ disabled_at: null, failing_since: null })
    .where('company_id', '=', companyId)
    .where('id', '=', id)
    .returning(SHOWN)
    .returning(oldSecretUntil.as('old_secret_until'))
    .executeTakeFirst();
}

/** Returns a webhook of the company, or undefined. */
export function findWebhook(db: Database, companyId: string, id: string) {
  return db
    .selectFrom('webhooks')
    .select(['id', 'url', 'disabled_at'])
    .where('company_id', '=', companyId)
    .where('id', '=', id)
    .executeTakeFirst();
}

/** Returns a webhook of the company and locks it, or undefined. */
export function lockWebhook(trx: Transaction, companyId: string, id: string) {
  return trx
    .selectFrom('webhooks')
    .select('disabled_at')
    .where('company_id', '=', companyId)
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst();
}

/** Deletes replaced secrets that no longer sign. */
export async function deleteOldSecrets(db: Database): Promise<void> {
  await db
    .updateTable('webhooks')
    .set({ old_secret: null, old_secret_until: null })
    .where('old_secret_until', '<=', sql<string>`now()`)
    .execute();
}
