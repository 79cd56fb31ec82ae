import type { Completion, InterviewRule } from '../rooms/rules.ts';

/** Begins every receipt and the signed bytes, so that a signature of something else never fits. */
export const RECEIPT_FORMAT = 'code-interview-platform receipt';
/** The version of the format. */
export const RECEIPT_VERSION = 1;

interface Period {
  from: string;
  to: string;
}

/** A candidate's record of an interview. Times are ISO 8601 in UTC. */
export interface Receipt {
  format: typeof RECEIPT_FORMAT;
  version: number;
  /** The key that signed it. */
  kid: string;
  /** The site that signed it. */
  site: string;
  issued_at: string;
  interview: Period & { id: string; company: string; interviewer: string; day: string };
  candidate: string;
  /** The rules that held, in order, each with its start. */
  rules: ({ since: string } & { [K in keyof InterviewRule]: InterviewRule[K] | null })[];
  /** How much the editor completed, each value with its start; absent if nothing was ever completed. */
  completions?: { since: string; completion: Completion }[];
  /** The languages in which someone typed, and that of the final code. */
  languages: string[];
  /** Edits of this candidate and of everyone; whether all of them are stored as they were made. */
  edits: { yours: number; all: number; all_kept: boolean };
  /** When this candidate typed without a connection. */
  offline: Period[];
  /** The final code: the SHA-256 of its UTF-8 bytes, in hexadecimal, and its length in UTF-16 units. */
  code: { language: string; sha256: string; length: number };
  /** All files in the same form, the first with the final code; absent if there is only one. */
  files?: ({ name: string } & Omit<Receipt['code'], 'language'>)[];
  /** Codes that were put aside for another question, each in the same form with its files; absent if there are none. */
  asides?: ({ number: number } & Receipt['code'] & Pick<Receipt, 'files'>)[];
  /** When the company's present rule deletes the interview; null while it has none. */
  kept_until: string | null;
  /** The contact for questions about it. */
  contact: { name: string; company: string; email: string | null };
}

/** A receipt with its signature: 64 bytes as base64url. */
export type SignedReceipt = Receipt & { signature: string };

/**
 * 64 bytes; of the last character only the two bits that carry data may be set, so that no two texts are the same
 * bytes.
 */
const SIGNATURE = /^[A-Za-z0-9_-]{85}[AQgw]$/;

const serialize = (value: object) => `${JSON.stringify(value, null, 2)}\n`;

/** Returns the text of a signed receipt's file. */
export function writeReceipt(receipt: Receipt, signature: string): string {
  return serialize({ ...receipt, signature });
}

/** Returns the text whose UTF-8 bytes are signed. */
export function signedText(receipt: Receipt): string {
  return `${RECEIPT_FORMAT}\n${serialize(receipt)}`;
}

/**
 * Reads a receipt's file. Returns null unless it is written exactly as `writeReceipt` writes it: then each of its bytes
 * is either signed or part of the signature. The signature is not checked here.
 */
export function readReceipt(text: string): { receipt: Receipt; signature: string } | null {
  const parsed = parse(text);
  if (typeof parsed !== 'object' || parsed === null || !('signature' in parsed)) return null;
  const { signature, ...receipt } = parsed as SignedReceipt;
  if (receipt.format !== RECEIPT_FORMAT || typeof receipt.kid !== 'string') return null;
  if (typeof signature !== 'string' || !SIGNATURE.test(signature)) return null;
  return writeReceipt(receipt, signature) === text ? { receipt, signature } : null;
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
