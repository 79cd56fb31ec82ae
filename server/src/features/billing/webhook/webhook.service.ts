import { requirePayments } from '../subscription/billing-lease.service.ts';
import { findCompany, isKnownEvent } from '../customers.repository.ts';
import { syncSubscription, type BillingContext } from '../subscription/sync-subscription.service.ts';

/**
 * Processes an event of the payment provider: syncs its company. If the event is repeated, or its customer unknown,
 * nothing changes. Throws `bad_request` if the event is forged, old or changed.
 */
export async function receiveEvent(ctx: BillingContext, payload: Buffer, signature: string): Promise<void> {
  const paid = requirePayments(ctx);
  const { id, customerId } = await paid.payments.readEvent(payload, signature);
  const { provider } = paid.payments;
  if (customerId === null || (await isKnownEvent(ctx.db, provider, id))) return;
  const companyId = await findCompany(ctx.db, provider, customerId);
  if (companyId !== undefined) await syncSubscription(paid, companyId, { eventId: id });
}
