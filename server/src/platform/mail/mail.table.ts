import type { ColumnType, Generated } from 'kysely';

/** A queued e-mail; its row is deleted when it was sent. */
export interface MailTable {
  id: Generated<string>;
  /** The kind, which selects the composer. */
  kind: string;
  /** The composer's data, written as JSON text. */
  data: ColumnType<Record<string, string>, string, string>;
  /** The interview it is about; deleted with it. */
  interview_id: string | null;
  /** The company it is about; deleted with it. */
  company_id: string | null;
  /** Not sent before; postponed while a node sends it and after each failure. */
  due_at: Generated<string>;
  tries: Generated<number>;
}

declare module '../database/database.ts' {
  interface Tables {
    mails: MailTable;
  }
}
