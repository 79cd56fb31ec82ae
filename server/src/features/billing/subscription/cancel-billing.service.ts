import { requirePayments, withBillingLease } from './billing-lease.service.ts';
import { findCustomer } from '../customers.repository.ts';
import type { BillingContext } from './sync-subscription.service.ts';

/**
 * Ends all paid plans of a company immediately, deletes it at the payment provider, and runs `remove` before another
 * plan can be taken. `remove` deletes the company, whose row holds the provider's customer. Throws `unavailable` while
 * the provider does not respond, and `conflict` while the plan is being changed.
 */
export async function cancelBilling<T>(ctx: BillingContext, companyId: string, remove: () => Promise<T>): Promise<T> {
  if (!ctx.payments) return remove();
  const paid = requirePayments(ctx);
  return withBillingLease(paid, companyId, async () => {
    const customer = await findCustomer(paid.db, { companyId, provider: paid.payments.provider });
    if (customer?.customer_id) await paid.payments.forget(customer.customer_id);
    return remove();
  });
}
