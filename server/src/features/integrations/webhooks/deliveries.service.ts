import { PAGE_SIZE } from '@cip/contracts/protocol/common';
import type { WebhookDelivery, WebhookEvent } from '@cip/contracts/integrations/webhooks';
import type { DbContext, LimitContext } from '../../../context.ts';
import { conflict } from '../../../errors.ts';
import type { Transaction } from '../../../platform/database/database.ts';
import type { Principal } from '../../../platform/http/authenticate.ts';
import { pageBounds, toPage } from '../../../platform/http/paging.ts';
import { recordAudit } from '../../audit/audit.service.ts';
import * as deliveries from './deliveries.repository.ts';
import { deleteOldSecrets, findWebhook, lockWebhook } from './webhooks.repository.ts';
import { noSuchWebhook } from './webhooks.service.ts';

/** How long a delivery is stored (days). */
const STORED_DAYS = 30;
/** Deliveries deleted by one statement; the rest waits for the next run. */
const BATCH = 1_000;

/** An event of an interview, with the data of its message. */
interface InterviewEvent {
  companyId: string;
  type: WebhookEvent;
  data: { id: string } & Record<string, string | null>;
}

/** Queues a message to each webhook of the company that reports the event, in the transaction of the change. */
export function queueWebhooks(trx: Transaction, { companyId, type, data }: InterviewEvent): Promise<void> {
  const payload = JSON.stringify({ type, timestamp: new Date().toISOString(), data });
  return deliveries.insertDeliveries(trx, { companyId, interviewId: data.id, type, payload });
}

/** Returns a page of a webhook's deliveries, newest first. Throws `not_found`. */
export async function listDeliveries({ db }: DbContext, companyId: string, id: string, page: number | undefined) {
  if (!(await findWebhook(db, companyId, id))) throw noSuchWebhook();
  const [rows, total] = await Promise.all([
    deliveries.listDeliveries(db, id, pageBounds(page, PAGE_SIZE)),
    deliveries.countDeliveries(db, id),
  ]);
  return toPage(rows, page, PAGE_SIZE, total);
}

/** Delivers a message again, with all its tries. Throws `not_found`, or `conflict` if the webhook is off. */
export async function redeliver(
  { db, limits }: LimitContext,
  principal: Principal,
  { id, delivery_id: deliveryId }: { id: string; delivery_id: string },
): Promise<WebhookDelivery> {
  const { companyId } = principal;
  await limits.webhooks.take(companyId);
  return db.transaction().execute(async (trx) => {
    const webhook = await lockWebhook(trx, companyId, id);
    if (!webhook) throw noSuchWebhook();
    if (webhook.disabled_at !== null) throw conflict('This webhook is off. Switch it on first.');
    const delivery = await deliveries.makeDue(trx, id, deliveryId);
    if (!delivery) throw noSuchWebhook();
    await recordAudit(trx, { companyId, action: 'settings.webhook_redelivered', by: principal });
    return delivery;
  });
}

/** Deletes deliveries after a month, and replaced secrets that no longer sign; safe on several nodes in parallel. */
export async function deleteOldDeliveries({ db }: DbContext): Promise<void> {
  await deleteOldSecrets(db);
  await deliveries.deleteOld(db, STORED_DAYS, BATCH);
}
