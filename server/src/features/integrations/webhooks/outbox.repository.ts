import type { WebhookFailure } from '@cip/contracts/integrations/webhooks';
import { sql } from 'kysely';
import type { Database, Transaction } from '../../../platform/database/database.ts';

/** If a node does not finish a try within this time, it has died; another one takes over (s). Longer than a request. */
const CLAIM_SECONDS = 30;

/**
 * A row that this node works on until `claim`. Another node, a redelivery or a webhook that is switched off replaces
 * the claim; then nothing that this node does with it has an effect. Text, because dates of JavaScript have no
 * microseconds.
 */
export interface Claimed {
  id: string;
  claim: string;
}

/** A message that is tried now, with the data to send it. */
export interface ClaimedDelivery extends Claimed {
  webhook_id: string;
  company_id: string;
  url: string;
  secret: string;
  /** The replaced secret while it signs too. */
  old_secret: string | null;
  payload: string;
  /** The tries, this one included. */
  tries: number;
}

const claimEnd = sql<string>`now() + make_interval(secs => ${CLAIM_SECONDS})`;

/** Claims up to `atMost` webhooks that have due messages and that no other node serves, the longest unserved first. */
export async function claimWebhooks(db: Database, atMost: number): Promise<Claimed[]> {
  const { rows } = await sql<Claimed>`
    update webhooks set claimed_until = ${claimEnd}
    where id in (
      select id from webhooks
      where disabled_at is null and (claimed_until is null or claimed_until <= now()) and exists (
        select from webhook_deliveries where webhook_id = webhooks.id and due_at <= now()
      )
      order by claimed_until nulls first limit ${atMost} for update skip locked
    )
    returning id, claimed_until::text as claim`.execute(db);
  return rows;
}

/**
 * Claims the webhook's message that is due longest, and prolongs the claim on the webhook, which it changes. Returns
 * undefined if none is due, or if the claim on the webhook has ended.
 */
export function claimDelivery(db: Database, claimed: Claimed): Promise<ClaimedDelivery | undefined> {
  return db.transaction().execute(async (trx) => {
    const webhook = await trx
      .updateTable('webhooks')
      .set({ claimed_until: claimEnd })
      .where('id', '=', claimed.id)
      .where('disabled_at', 'is', null)
      .where('claimed_until', '=', sql<string>`${claimed.claim}::timestamptz`)
      .returning(['id as webhook_id', 'company_id', 'url', 'secret'])
      .returning([
        sql<string | null>`case when old_secret_until > now() then old_secret end`.as('old_secret'),
        sql<string>`claimed_until::text`.as('claim'),
      ])
      .executeTakeFirst();
    if (!webhook) return undefined;
    claimed.claim = webhook.claim;
    const delivery = await trx
      .updateTable('webhook_deliveries')
      .set({
        due_at: claimEnd,
        tries: sql<number>`tries + 1`,
        tried_at: sql<string>`now()`,
        status: null,
        failure: null,
      })
      .where('id', '=', (eb) =>
        eb
          .selectFrom('webhook_deliveries')
          .select('id')
          .where('webhook_id', '=', claimed.id)
          .where('due_at', '<=', sql<string>`now()`)
          .orderBy('due_at')
          .orderBy('created_at')
          .limit(1),
      )
      .returning(['id', 'payload', 'tries'])
      .returning(sql<string>`due_at::text`.as('claim'))
      .executeTakeFirst();
    return delivery && { ...webhook, ...delivery };
  });
}

/** Ends this node's claim on a webhook; its next turn comes after webhooks that wait longer. */
export async function releaseWebhook(db: Database, { id, claim }: Claimed): Promise<void> {
  await db
    .updateTable('webhooks')
    .set({ claimed_until: sql<string>`now()` })
    .where('id', '=', id)
    .where('claimed_until', '=', sql<string>`${claim}::timestamptz`)
    .execute();
}

/** Makes a message due immediately, as if this try had not been. */
export async function returnDelivery(db: Database, delivery: Claimed): Promise<void> {
  await updateClaimed(db, delivery)
    .set({ due_at: sql<string>`now()`, tries: sql<number>`tries - 1` })
    .execute();
}

function updateClaimed(db: Database, { id, claim }: Claimed) {
  return db
    .updateTable('webhook_deliveries')
    .where('id', '=', id)
    .where('due_at', '=', sql<string>`${claim}::timestamptz`);
}

// Everything locks the webhook before its messages: in another order, nodes and redeliveries would block each other.

/** Stores that a message arrived. */
export async function recordSuccess(trx: Transaction, delivery: ClaimedDelivery, status: number): Promise<void> {
  await trx.updateTable('webhooks').set({ failing_since: null }).where('id', '=', delivery.webhook_id).execute();
  await updateClaimed(trx, delivery)
    .set({ due_at: null, delivered_at: sql<string>`now()`, status, failure: null })
    .execute();
}

/** Why a message did not arrive, and when it is tried again (s); null for never. */
export interface FailedTry {
  status: number | null;
  failure: WebhookFailure | null;
  retryInSeconds: number | null;
}

/** Stores that a message did not arrive. Returns whether the webhook fails longer than `failingHours`. */
export async function recordFailure(
  trx: Transaction,
  delivery: ClaimedDelivery,
  { status, failure, retryInSeconds: seconds }: FailedTry,
  failingHours: number,
): Promise<boolean> {
  const row = await trx
    .updateTable('webhooks')
    .set({ failing_since: sql<string>`coalesce(failing_since, now())` })
    .where('id', '=', delivery.webhook_id)
    .returning(sql<boolean>`failing_since < now() - make_interval(hours => ${failingHours})`.as('isLong'))
    .executeTakeFirst();
  await updateClaimed(trx, delivery)
    .set({
      due_at: seconds === null ? null : sql<string>`now() + make_interval(secs => ${seconds})`,
      status,
      failure,
    })
    .execute();
  return row?.isLong ?? false;
}

/** Switches a webhook off and gives up its due messages. Returns whether it was on. */
export async function disableWebhook(trx: Transaction, webhookId: string): Promise<boolean> {
  const row = await trx
    .updateTable('webhooks')
    .set({ disabled_at: sql<string>`now()` })
    .where('id', '=', webhookId)
    .where('disabled_at', 'is', null)
    .returning('id')
    .executeTakeFirst();
  await trx
    .updateTable('webhook_deliveries')
    .set({ due_at: null })
    .where('webhook_id', '=', webhookId)
    .where('due_at', 'is not', null)
    .execute();
  return row !== undefined;
}
