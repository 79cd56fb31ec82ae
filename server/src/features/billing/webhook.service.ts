import { requirePayments } from './changing.service.ts';
import { findCompany, isKnownEvent } from './customers.repository.ts';
import { takeOver, type BillingCtx } from './take-over.service.ts';

/**
 * Hears a message of the payment provider: whoever it is about is asked after anew. One that was heard before, or is
 * about nobody of ours, changes nothing. Throws `bad_request` for one that is forged, old or changed.
 */
export async function receiveEvent(ctx: BillingCtx, payload: Buffer, signature: string): Promise<void> {
  const paid = requirePayments(ctx);
  const { id, customerId } = await paid.payments.readEvent(payload, signature);
  const { provider } = paid.payments;
  if (customerId === null || (await isKnownEvent(ctx.db, provider, id))) return;
  const companyId = await findCompany(ctx.db, provider, customerId);
  if (companyId !== undefined) await takeOver(paid, companyId, { eventId: id });
}
