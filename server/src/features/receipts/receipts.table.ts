import type { Generated } from 'kysely';

/** A key that signs receipts, or did. */
export interface ReceiptKeyTable {
  /** The thumbprint of the public key (RFC 7638). */
  kid: string;
  /** 32 bytes as base64url. */
  public_key: string;
  /** The sealed private key; null for a key of the operator. */
  private_key: string | null;
  /** Whether nodes without a key of the operator sign with it; true for one generated key at most. */
  is_current: boolean;
  created_at: Generated<string>;
}

declare module '../../platform/database/database.ts' {
  interface Tables {
    receipt_keys: ReceiptKeyTable;
  }
}
