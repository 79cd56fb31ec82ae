import { fromBase64, toBase64 } from '../../features/documents/sync/base64.ts';
import { deleteDeviceRows, restoreDeviceRows, readDeviceRows } from '../../features/documents/device/device-rows.ts';
import type { DeviceRows } from '../../features/documents/device/device-rows.ts';
import type { Entry } from '../../features/outbox/outbox-entry.ts';
import { OutboxStore } from '../../features/outbox/outbox-store.ts';

/** Whose data it is. */
export interface DataOwner {
  company: string;
  user: string;
}

/** What this device holds of an account that the server does not have. */
export interface AccountData extends DeviceRows {
  entries: Entry[];
}

/** Reads what this device holds of an account. */
export async function readAccountData({ company, user }: DataOwner): Promise<AccountData> {
  const entries = await withOutbox((store) => store.all());
  return {
    ...(await readDeviceRows(user)),
    entries: entries.filter((entry) => entry.user === user && entry.company === company),
  };
}

/** Deletes it from this device. */
export async function deleteAccountData(data: AccountData): Promise<void> {
  await deleteDeviceRows(data);
  await withOutbox((store) => Promise.all(data.entries.map(({ sequence }) => store.remove(sequence))));
}

/** Puts it back. */
export async function putBackAccountData(data: AccountData): Promise<void> {
  await restoreDeviceRows(data);
  await withOutbox((store) => store.putBack(data.entries));
}

/** Only what the server lacks: documents in which nothing unsent was typed are left out. */
export function unsentOf({ entries, documents, pending }: AccountData): AccountData {
  const scopes = new Set(pending.map(({ scope }) => scope));
  return { entries, pending, documents: documents.filter(({ scope }) => scopes.has(scope)) };
}

export const isEmpty = ({ entries, documents, pending }: AccountData) =>
  entries.length + documents.length + pending.length === 0;

/** Data as bytes, to be sealed. */
export function encodeData(data: AccountData): Uint8Array<ArrayBuffer> {
  const json = JSON.stringify(data, (_key, value: unknown) =>
    ArrayBuffer.isView(value)
      ? { base64: toBase64(new Uint8Array(value.buffer, value.byteOffset, value.byteLength)) }
      : value,
  );
  return new TextEncoder().encode(json);
}

/** The data that `encodeData` made bytes of. */
export function decodeData(bytes: Uint8Array): AccountData {
  return JSON.parse(new TextDecoder().decode(bytes), (_key, value: unknown) =>
    isBytes(value) ? fromBase64(value.base64) : value,
  ) as AccountData;
}

function isBytes(value: unknown): value is { base64: string } {
  return typeof value === 'object' && value !== null && 'base64' in value && typeof value.base64 === 'string';
}

async function withOutbox<T>(work: (store: OutboxStore) => Promise<T>): Promise<T> {
  const store = new OutboxStore();
  try {
    return await work(store);
  } finally {
    await store.close();
  }
}
