import type { SignInContext } from '../../../context.ts';
import { post, type PostResult } from '../../../platform/outbound/post.ts';
import { recordAudit } from '../../audit/audit.service.ts';
import * as outbox from './outbox.repository.ts';
import { signedHeaders } from './webhook-signature.ts';

/** Sends due messages. */
export interface WebhookSender {
  /** Begins to serve the webhooks that have due messages, and returns without waiting for their receivers. */
  run(): Promise<void>;
  /** Aborts the requests, whose messages become due again. Resolves when they have ended. */
  close(): Promise<void>;
}

/** Time from each failure to the next try (s): immediately, then 5 s, 5 min, 30 min, 2 h, 5 h, 10 h and 10 h. */
const RETRY_SECONDS = [5, 300, 1_800, 7_200, 18_000, 36_000, 36_000];
/** If a message was given up and none arrived for this long, the webhook is switched off (hours). */
const FAILING_HOURS = 24;
/** A receiver's reply that it is gone, which switches its webhook off immediately. */
const GONE = 410;
/** Webhooks that one node serves at a time. Each gets one message at a time, so that a slow one delays only its own. */
const WEBHOOKS_AT_A_TIME = 20;
/** Messages to a webhook before others that wait get their turn. */
const MESSAGES_IN_A_ROW = 20;
/** After this time, a webhook's turn begins no further message (ms). */
const TURN_MS = 5_000;

/** Creates this node's sender; several nodes share the work. */
export function createWebhookSender(ctx: SignInContext): WebhookSender {
  const open = new Set<Promise<void>>();
  const closing = new AbortController();
  return {
    async run() {
      const free = WEBHOOKS_AT_A_TIME - open.size;
      if (free === 0 || closing.signal.aborted) return;
      for (const webhook of await outbox.claimWebhooks(ctx.db, free)) {
        const work: Promise<void> = serve(ctx, webhook, closing.signal)
          .catch((error: unknown) => ctx.log.warn({ err: error }, 'a webhook was not served'))
          .finally(() => open.delete(work));
        open.add(work);
      }
    },
    async close() {
      closing.abort();
      await Promise.all(open);
    },
  };
}

async function serve(ctx: SignInContext, webhook: outbox.Claimed, signal: AbortSignal): Promise<void> {
  const endsAt = performance.now() + TURN_MS;
  for (let count = 0; count < MESSAGES_IN_A_ROW && performance.now() < endsAt && !signal.aborted; count++) {
    const delivery = await outbox.claimDelivery(ctx.db, webhook);
    if (!delivery) break;
    await deliver(ctx, delivery, signal);
  }
  await outbox.releaseWebhook(ctx.db, webhook);
}

/** Sends a message and stores the result. */
async function deliver(ctx: SignInContext, delivery: outbox.ClaimedDelivery, signal: AbortSignal): Promise<void> {
  const result = await send(ctx, delivery, signal);
  if (signal.aborted && 'failure' in result) return outbox.returnDelivery(ctx.db, delivery);
  if (!('status' in result) || result.status < 200 || result.status > 299) return recordFailure(ctx, delivery, result);
  const { status } = result;
  await ctx.db.transaction().execute((trx) => outbox.recordSuccess(trx, delivery, status));
}

function send(
  { vault, config }: SignInContext,
  { id, payload, url, secret, old_secret: old }: outbox.ClaimedDelivery,
  signal: AbortSignal,
): Promise<SendResult> | SendResult {
  const current = vault.open(secret);
  // The secret that seals it was changed: the owner must replace this one.
  if (current === null) return { failure: 'secret' };
  const previous = old === null ? null : vault.open(old);
  const secrets = previous === null ? [current] : [current, previous];
  const headers = { 'content-type': 'application/json', ...signedHeaders(id, payload, secrets) };
  return post(url, { headers, body: payload, networks: config.webhookNetworks, signal });
}

type SendResult = PostResult | { failure: 'secret' };

/** Stores a failed try, and switches the webhook off if it fails for long. */
function recordFailure(
  { db, mails }: Pick<SignInContext, 'db' | 'mails'>,
  delivery: outbox.ClaimedDelivery,
  result: SendResult,
): Promise<void> {
  const { webhook_id: webhook, company_id: companyId, tries } = delivery;
  const isGone = 'status' in result && result.status === GONE;
  const failed = {
    status: 'status' in result ? result.status : null,
    failure: 'failure' in result ? result.failure : null,
    retryInSeconds: isGone ? null : (RETRY_SECONDS[tries - 1] ?? null),
  };
  return db.transaction().execute(async (trx) => {
    const isLong = await outbox.recordFailure(trx, delivery, failed, FAILING_HOURS);
    if (!isGone && (failed.retryInSeconds !== null || !isLong)) return;
    if (!(await outbox.disableWebhook(trx, webhook))) return;
    await recordAudit(trx, { companyId, action: 'settings.webhook_disabled', by: 'product' });
    await mails.order(trx, { kind: 'webhook.disabled', companyId, data: { company: companyId, webhook } });
  });
}
