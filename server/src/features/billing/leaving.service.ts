import type { AppContext } from '../../context.ts';
import { findCustomer } from './customers.repository.ts';

/**
 * Ends everything a company pays for, at once, and lets the payment provider forget it. To be called before the company
 * is removed: afterwards nobody knows who pays. Throws `unavailable` while the provider does not answer.
 */
export async function stopPaying(
  { db, payments }: Pick<AppContext, 'db' | 'payments'>,
  companyId: string,
): Promise<void> {
  if (!payments) return;
  const customer = await findCustomer(db, { companyId, provider: payments.provider });
  if (customer?.customer_id) await payments.forget(customer.customer_id);
}
