import type { ColumnType } from 'kysely';

/** A customer of the test payments with its checkouts, subscriptions and invoices; or a price. */
export interface TestPaymentTable {
  id: string;
  /** The customer's company, which is deleted with it. Null for a price. */
  company_id: string | null;
  /** Written as JSON text. */
  data: ColumnType<unknown, string, string>;
}

declare module '../../platform/database/database.ts' {
  interface Tables {
    test_payments: TestPaymentTable;
  }
}
