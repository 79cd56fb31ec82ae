import type { Body } from '@cip/contracts/protocol/endpoint';
import { NO_SUCH_WEBHOOK } from '@cip/contracts/protocol/not-found';
import { WEBHOOKS_MAX, type createWebhook as createCall, type Webhook } from '@cip/contracts/integrations/webhooks';
import type { AppContext, DbContext, SignInContext } from '../../../context.ts';
import { conflict, invalid, notFound } from '../../../errors.ts';
import { requireRecentSignIn, type Principal } from '../../../platform/http/authenticate.ts';
import { findAddresses } from '../../../platform/outbound/post.ts';
import { recordAudit } from '../../audit/audit.service.ts';
import { lockCompany } from '../../billing/billing.service.ts';
import { newWebhookSecret } from './webhook-signature.ts';
import * as webhooks from './webhooks.repository.ts';

type WithSecret = Promise<{ webhook: Webhook; secret: string }>;

export const noSuchWebhook = () => notFound(NO_SUCH_WEBHOOK);

/**
 * Adds a webhook, whose secret is returned only here and when it is replaced. Throws `reauthenticate`, `invalid` if the
 * address is not on the public internet, or `conflict` if there are too many.
 */
export async function createWebhook(
  ctx: SignInContext,
  principal: Principal,
  { url, events }: Body<typeof createCall>,
): WithSecret {
  requireRecentSignIn(principal);
  const { companyId } = principal;
  await ctx.limits.webhooks.take(companyId);
  const address = await parseAddress(ctx, url);
  return ctx.db.transaction().execute(async (trx) => {
    await lockCompany(trx, companyId);
    if ((await webhooks.listWebhooks(trx, companyId)).length >= WEBHOOKS_MAX)
      throw conflict(`A company has at most ${WEBHOOKS_MAX} webhooks. Delete one first.`);
    const secret = newWebhookSecret();
    const sealed = ctx.vault.seal(secret);
    const webhook = await webhooks.insertWebhook(trx, { company_id: companyId, url: address, events, secret: sealed });
    await recordAudit(trx, { companyId, action: 'settings.webhook_created', by: principal });
    return { webhook, secret };
  });
}

// One message for names that lead nowhere and names of private networks: it must not reveal which of them exist.
async function parseAddress({ config }: Pick<AppContext, 'config'>, text: string): Promise<string> {
  const url = URL.canParse(text) ? new URL(text) : null;
  if (!url) throw invalid('url', 'Please enter an address such as https://example.com/hooks.');
  if (url.username || url.password || url.hash)
    throw invalid('url', 'Please enter an address without a user name, a password and a # part.');
  const networks = config.webhookNetworks;
  if (url.protocol === 'http:' && networks.length === 0) throw invalid('url', 'The address must start with https://.');
  if (!(await findAddresses(url, { networks })))
    throw invalid('url', 'This address cannot be reached with https from the public internet.');
  return url.href;
}

/** Returns the company's webhooks. */
export function listWebhooks({ db }: DbContext, companyId: string): Promise<Webhook[]> {
  return webhooks.listWebhooks(db, companyId);
}

/** Deletes a webhook with its deliveries. Throws `not_found`. */
export function deleteWebhook({ db }: DbContext, principal: Principal, id: string): Promise<void> {
  const { companyId } = principal;
  return db.transaction().execute(async (trx) => {
    if (!(await webhooks.deleteWebhook(trx, companyId, id))) throw noSuchWebhook();
    await recordAudit(trx, { companyId, action: 'settings.webhook_deleted', by: principal });
  });
}

/** Replaces the secret of a webhook; the previous one signs too for a day. Throws `reauthenticate` or `not_found`. */
export async function rotateSecret(ctx: SignInContext, principal: Principal, id: string): WithSecret {
  requireRecentSignIn(principal);
  const { companyId } = principal;
  return ctx.db.transaction().execute(async (trx) => {
    const secret = newWebhookSecret();
    const webhook = await webhooks.replaceSecret(trx, companyId, id, ctx.vault.seal(secret));
    if (!webhook) throw noSuchWebhook();
    await recordAudit(trx, { companyId, action: 'settings.webhook_secret_replaced', by: principal });
    return { webhook, secret };
  });
}

/** Switches a webhook on if it was switched off after failures. Throws `not_found`. */
export function enableWebhook({ db }: DbContext, principal: Principal, id: string): Promise<Webhook> {
  const { companyId } = principal;
  return db.transaction().execute(async (trx) => {
    const webhook = await webhooks.enableWebhook(trx, companyId, id);
    if (!webhook) throw noSuchWebhook();
    await recordAudit(trx, { companyId, action: 'settings.webhook_enabled', by: principal });
    return webhook;
  });
}
