import { readReceipt, RECEIPT_VERSION, signedText } from '@cip/contracts/receipts/receipt-format';
import type { Receipt } from '@cip/contracts/receipts/receipt-format';
import type { ReceiptKey } from '@cip/contracts/receipts/receipts';

/** The result of a check of a receipt. */
export type Verdict =
  | { kind: 'genuine'; receipt: Receipt }
  /** It was changed, or another site signed it. */
  | { kind: 'not genuine' }
  /** Signed here, in a format that this page does not know yet. */
  | { kind: 'newer' }
  /** This browser cannot check signatures of this kind. */
  | { kind: 'unsupported' };

type Checker = Pick<SubtleCrypto, 'importKey' | 'verify'>;

/** Checks the text of a receipt's file against the keys of this site. */
export async function checkReceipt(
  text: string,
  keys: readonly ReceiptKey[],
  // Absent on pages without https.
  subtle: Checker | undefined = globalThis.crypto?.subtle,
): Promise<Verdict> {
  const found = readReceipt(text);
  const key = keys.find(({ kid }) => kid === found?.receipt.kid);
  if (!found || !key) return { kind: 'not genuine' };
  if (!subtle) return { kind: 'unsupported' };
  const { receipt, signature } = found;
  try {
    const publicKey = await subtle.importKey('raw', bytesOf(key.x), 'Ed25519', false, ['verify']);
    const signed = new TextEncoder().encode(signedText(receipt));
    if (!(await subtle.verify('Ed25519', publicKey, bytesOf(signature), signed))) return { kind: 'not genuine' };
  } catch (error) {
    if (error instanceof Error && error.name === 'NotSupportedError') return { kind: 'unsupported' };
    throw error;
  }
  return receipt.version === RECEIPT_VERSION ? { kind: 'genuine', receipt } : { kind: 'newer' };
}

/**
 * Returns a pasted receipt as its file has it, because a text field drops the last line break and some programs change
 * them.
 */
export function asPasted(text: string): string {
  return `${text.replaceAll('\r\n', '\n').trim()}\n`;
}

/** Returns the text of a file, or an empty text, which is never a receipt, if its bytes are not valid UTF-8. */
export function textOfFile(bytes: ArrayBuffer): string {
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    return '';
  }
}

/** Returns the SHA-256 of a file's bytes in hexadecimal. */
export async function digestOf(bytes: ArrayBuffer): Promise<string> {
  const digest = new Uint8Array(await crypto.subtle.digest('SHA-256', bytes));
  return Array.from(digest, (byte) => byte.toString(16).padStart(2, '0')).join('');
}

function bytesOf(base64url: string): Uint8Array<ArrayBuffer> {
  const binary = atob(base64url.replaceAll('-', '+').replaceAll('_', '/'));
  return Uint8Array.from(binary, (char) => char.charCodeAt(0));
}
