import { requirePayments } from './billing-lease.service.ts';
import { findCompany, isKnownEvent } from './customers.repository.ts';
import { syncSubscription, type BillingContext } from './sync-subscription.service.ts';

/**
 * Processes an event of the payment provider by syncing the company it is about. A repeated event, and one about an
 * unknown customer, changes nothing. Throws `bad_request` for an event that is forged, old or changed.
 */
export async function receiveEvent(ctx: BillingContext, payload: Buffer, signature: string): Promise<void> {
  const paid = requirePayments(ctx);
  const { id, customerId } = await paid.payments.readEvent(payload, signature);
  const { provider } = paid.payments;
  if (customerId === null || (await isKnownEvent(ctx.db, provider, id))) return;
  const companyId = await findCompany(ctx.db, provider, customerId);
  if (companyId !== undefined) await syncSubscription(paid, companyId, { eventId: id });
}
