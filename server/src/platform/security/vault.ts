import { createCipheriv, createDecipheriv, createHmac, hkdfSync, randomBytes } from 'node:crypto';

/** Encrypts small secrets for storage, so that the database alone does not reveal them. */
export interface Vault {
  /** Encrypts a text, with a new ciphertext each time. */
  seal(text: string): string;
  /** Decrypts a text. Returns null if another key encrypted it or it was modified. */
  open(sealed: string): string | null;
  /** Returns a keyed digest (HMAC) of a text. */
  digest(text: string): string;
  /** Derives 32 bytes from the key and a name, always the same. */
  derive(name: string): Buffer;
}

const ALGORITHM = 'aes-256-gcm';
const IV_BYTES = 12;
const TAG_BYTES = 16;

/** Creates a vault whose keys are derived from the secret that signs tokens. */
export function createVault(secret: string): Vault {
  const sealing = derive(secret, 'seal');
  const digesting = derive(secret, 'digest');
  return {
    seal(text) {
      const iv = randomBytes(IV_BYTES);
      const cipher = createCipheriv(ALGORITHM, sealing, iv);
      const body = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()]);
      return Buffer.concat([iv, cipher.getAuthTag(), body]).toString('base64url');
    },
    open(sealed) {
      const bytes = Buffer.from(sealed, 'base64url');
      try {
        const decipher = createDecipheriv(ALGORITHM, sealing, bytes.subarray(0, IV_BYTES));
        decipher.setAuthTag(bytes.subarray(IV_BYTES, IV_BYTES + TAG_BYTES));
        const body = bytes.subarray(IV_BYTES + TAG_BYTES);
        return Buffer.concat([decipher.update(body), decipher.final()]).toString('utf8');
      } catch {
        return null;
      }
    },
    digest: (text) => createHmac('sha256', digesting).update(text).digest('base64url'),
    derive: (name) => Buffer.from(derive(secret, name)),
  };
}

function derive(secret: string, purpose: string): Uint8Array {
  return new Uint8Array(hkdfSync('sha256', secret, '', `code-interview-platform ${purpose}`, 32));
}
