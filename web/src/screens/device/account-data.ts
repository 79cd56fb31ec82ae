import { fromBase64, toBase64 } from '../../features/documents/sync/base64.ts';
import { deleteDeviceRows, restoreDeviceRows, readDeviceRows } from '../../features/documents/device/device-rows.ts';
import type { DeviceRows } from '../../features/documents/device/device-rows.ts';
import type { Entry } from '../../features/outbox/outbox-entry.ts';
import { OutboxStore } from '../../features/outbox/outbox-store.ts';
import { deleteKeptDrafts, readKeptDrafts, writeKeptDrafts } from '../../features/questions/bank/drafts/kept-drafts.ts';
import type { KeptDraft } from '../../features/questions/bank/drafts/kept-drafts.ts';

/** The owner of the data. */
export interface DataOwner {
  company: string;
  user: string;
}

/** An account's data that only this device has. */
export interface AccountData extends DeviceRows {
  entries: Entry[];
  /** Absent if an earlier release sealed the data. */
  drafts?: KeptDraft[];
}

/** Reads an account's data from this device. */
export async function readAccountData({ company, user }: DataOwner): Promise<AccountData> {
  const entries = await withOutbox((store) => store.all());
  return {
    ...(await readDeviceRows(user)),
    drafts: await readKeptDrafts(user),
    entries: entries.filter((entry) => entry.user === user && entry.company === company),
  };
}

/** Deletes an account's data from this device. */
export async function deleteAccountData(data: AccountData): Promise<void> {
  await deleteDeviceRows(data);
  await deleteKeptDrafts(data.drafts ?? []);
  await withOutbox((store) => Promise.all(data.entries.map(({ sequence }) => store.remove(sequence))));
}

/** Restores an account's data on this device. */
export async function putBackAccountData(data: AccountData): Promise<void> {
  await restoreDeviceRows(data);
  await writeKeptDrafts(data.drafts ?? []);
  await withOutbox((store) => store.putBack(data.entries));
}

/** Removes the documents that the server has, without unsent edits. */
export function unsentOf({ entries, documents, pending, runs = [], drafts = [] }: AccountData): AccountData {
  const scopes = new Set(pending.map(({ scope }) => scope));
  return { entries, pending, runs, drafts, documents: documents.filter(({ scope }) => scopes.has(scope)) };
}

export const isEmpty = ({ entries, documents, pending, runs = [], drafts = [] }: AccountData) =>
  entries.length + documents.length + pending.length + runs.length + drafts.length === 0;

/** Encodes data as bytes to seal. */
export function encodeData(data: AccountData): Uint8Array<ArrayBuffer> {
  const json = JSON.stringify(data, (_key, value: unknown) =>
    ArrayBuffer.isView(value)
      ? { base64: toBase64(new Uint8Array(value.buffer, value.byteOffset, value.byteLength)) }
      : value,
  );
  return new TextEncoder().encode(json);
}

/** Decodes bytes of `encodeData`. */
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
