import type { ColumnType } from 'kysely';

/** What the test payments keep: a payer with all that is theirs, or a price. */
export interface TestPaymentTable {
  id: string;
  /** Whose payer it is: they go together. Null for a price. */
  company_id: string | null;
  /** Written as JSON text. */
  data: ColumnType<unknown, string, string>;
}

declare module '../../platform/database/database.ts' {
  interface Tables {
    test_payments: TestPaymentTable;
  }
}
