import type { AppContext } from '../../context.ts';
import { findCustomer } from './customers.repository.ts';

/**
 * Ends everything a company pays for, at once, and deletes it at the payment provider. Call it before the company is
 * removed: its row holds the provider's customer. Throws `unavailable` while the provider does not respond.
 */
export async function cancelBilling(
  { db, payments }: Pick<AppContext, 'db' | 'payments'>,
  companyId: string,
): Promise<void> {
  if (!payments) return;
  const customer = await findCustomer(db, { companyId, provider: payments.provider });
  if (customer?.customer_id) await payments.forget(customer.customer_id);
}
