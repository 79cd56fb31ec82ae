import type { ColumnType, Generated } from 'kysely';

/** A mail that waits to be sent; the row goes when it was. */
export interface MailTable {
  id: Generated<string>;
  /** Who writes it: a key of the composers. */
  kind: string;
  /** What the composer needs to know. Written as JSON text. */
  data: ColumnType<Record<string, string>, string, string>;
  /** The interview it is about; they go together. */
  interview_id: string | null;
  /** The company it is about; they go together. */
  company_id: string | null;
  /** Not before; moved ahead while a node sends it, and after each failure. */
  due_at: Generated<string>;
  tries: Generated<number>;
}

declare module '../database/database.ts' {
  interface Tables {
    mails: MailTable;
  }
}
