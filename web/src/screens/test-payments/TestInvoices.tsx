import type { TestPortal } from '@cip/contracts/billing/test-payments';
import { formatDay, formatMoney } from '../../shared/format.ts';
import { StatusChip } from '../../shared/ui/feedback/StatusChip.tsx';
import styles from './test-payments.module.css';

/** The invoices, newest first. */
export function TestInvoices({ invoices }: Pick<TestPortal, 'invoices'>) {
  return (
    <section className={styles.section} aria-labelledby="test-invoices">
      <h2 id="test-invoices">Invoices</h2>
      {invoices.length === 0 ? (
        <p className={styles.quiet}>There are none yet.</p>
      ) : (
        <ul className={styles.invoices}>
          {invoices.map(({ id, at, text, amount, paid }) => (
            <li key={id}>
              <span>
                {text}
                <small>{formatDay(at)}</small>
              </span>
              <span className={styles.sum}>{formatMoney(amount)}</span>
              <StatusChip tone={paid ? 'good' : 'bad'}>{paid ? 'PAID' : 'OPEN'}</StatusChip>
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}
