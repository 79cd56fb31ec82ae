import type { DeviceKey } from '@cip/contracts/rooms/device-key';
import type { DBSchema } from 'idb';
import { inDatabase } from '../../shared/device/device-connection.ts';
import type { DatabaseOnDevice } from '../../shared/device/device-connection.ts';

/** The public half of an account's key, which stays on the device. */
export type PublicKey = Omit<DeviceKey, 'd'>;

/** A signed-out account's data on this device; only the account's private key opens it. */
export interface SealedRow {
  user: string;
  /** The time of sealing (ms since 1970). */
  at: number;
  /** The public half of the one-time key it was sealed with. */
  sealedWith: JsonWebKey;
  iv: Uint8Array<ArrayBuffer>;
  bytes: ArrayBuffer;
}

interface SealedSchema extends DBSchema {
  rows: { key: number; value: SealedRow };
}

const SEALED: DatabaseOnDevice<SealedSchema> = {
  name: 'sealed',
  version: 1,
  upgrade: (database) => void database.createObjectStore('rows', { autoIncrement: true }),
};

const CURVE = { name: 'ECDH', namedCurve: 'P-256' };
const IV_BYTES = 12;

/** Seals bytes for an account. Throws if the browser offers no cryptography (an insecure page). */
export async function seal(user: string, key: PublicKey, bytes: Uint8Array<ArrayBuffer>): Promise<SealedRow> {
  const { publicKey, privateKey } = await crypto.subtle.generateKey(CURVE, true, ['deriveKey']);
  const iv = crypto.getRandomValues(new Uint8Array(IV_BYTES));
  const shared = await agree(privateKey, await importKey(key, []));
  return {
    user,
    at: Date.now(),
    sealedWith: await crypto.subtle.exportKey('jwk', publicKey),
    iv,
    bytes: await crypto.subtle.encrypt({ name: 'AES-GCM', iv }, shared, bytes),
  };
}

/** Opens sealed bytes. Throws if they were sealed for another key. */
export async function unseal(row: SealedRow, key: DeviceKey): Promise<Uint8Array<ArrayBuffer>> {
  const shared = await agree(await importKey(key, ['deriveKey']), await importKey(row.sealedWith, []));
  return new Uint8Array(await crypto.subtle.decrypt({ name: 'AES-GCM', iv: row.iv }, shared, row.bytes));
}

/** Runs work, which must be harmless to repeat, with all sealed rows by number. */
export function withSealedRows<T>(work: (store: SealedStore) => Promise<T>): Promise<T> {
  return inDatabase(SEALED, async (database) => {
    const [keys, rows] = [await database.getAllKeys('rows'), await database.getAll('rows')];
    return work({
      rows: rows.map((row, index) => ({ ...row, number: keys[index] ?? -1 })),
      add: async (row) => void (await database.add('rows', row)),
      remove: (number) => database.delete('rows', number),
    });
  });
}

interface SealedStore {
  rows: (SealedRow & { number: number })[];
  add(row: SealedRow): Promise<void>;
  remove(number: number): Promise<void>;
}

function agree(own: CryptoKey, other: CryptoKey): Promise<CryptoKey> {
  const cipher = { name: 'AES-GCM', length: 256 };
  return crypto.subtle.deriveKey({ name: 'ECDH', public: other }, own, cipher, false, ['encrypt', 'decrypt']);
}

function importKey(key: JsonWebKey, uses: KeyUsage[]): Promise<CryptoKey> {
  return crypto.subtle.importKey('jwk', { ...key, key_ops: uses, ext: true }, CURVE, false, uses);
}
