import { cleanCode } from '@cip/contracts/rooms/code-text';
import { CODE_MAX } from '@cip/contracts/rooms/text-limits';
import type { DBSchema } from 'idb';
import { inDatabase } from '../shared/device/device-connection.ts';
import type { DatabaseOnDevice } from '../shared/device/device-connection.ts';
import { SHARED_TEXT_DATABASE } from '../shared/device/storage-keys.ts';

/** A file or text from the system's share sheet, stored on this device until an interview starts with it. */
export interface SharedText {
  /** The file's name, or the title of the share; empty if there is neither. */
  name: string;
  /** Absent if it was refused. */
  text?: string;
  refused?: 'too-large' | 'not-text' | 'nothing';
  /** Milliseconds since 1970. */
  at: number;
}

interface SharedSchema extends DBSchema {
  shared: { key: 'latest'; value: SharedText };
}

const SHARED: DatabaseOnDevice<SharedSchema> = {
  name: SHARED_TEXT_DATABASE,
  version: 1,
  upgrade: (database) => void database.createObjectStore('shared'),
};

/** A shared text expires after a day, in milliseconds. */
const EXPIRES_AFTER_MS = 24 * 60 * 60 * 1000;
/** Most bytes that the longest code has. */
const MAX_BYTES = 3 * CODE_MAX;

/** Stores a shared text in place of the one before. */
export async function storeShared(shared: SharedText): Promise<void> {
  await inDatabase(SHARED, (opened) => opened.put('shared', shared, 'latest'));
}

/** Resolves to the stored text; null if there is none, or storage is refused. Deletes a text that has expired. */
export async function loadShared(): Promise<SharedText | null> {
  const shared = await inDatabase(SHARED, (opened) => opened.get('shared', 'latest')).catch(() => undefined);
  if (!shared) return null;
  if (Date.now() - shared.at < EXPIRES_AFTER_MS) return shared;
  await removeShared();
  return null;
}

/** Removes the stored text. */
export async function removeShared(): Promise<void> {
  await inDatabase(SHARED, (opened) => opened.delete('shared', 'latest')).catch(() => undefined);
}

/** Parses the form that the share target receives: a file, or else a text or an address. */
export async function parseShared(form: FormData): Promise<SharedText> {
  const at = Date.now();
  const line = (name: string) => {
    const value = form.get(name);
    return typeof value === 'string' ? value : '';
  };
  const file = form.get('file');
  if (file instanceof Blob && file.size > 0)
    return { ...(await readFile(file)), name: nameOf(file) || line('title'), at };
  const text = line('text') || line('url');
  if (text === '') return { name: line('title'), refused: 'nothing', at };
  return { ...checkText(text), name: line('title'), at };
}

async function readFile(file: Blob): Promise<Pick<SharedText, 'text' | 'refused'>> {
  if (file.size > MAX_BYTES) return { refused: 'too-large' };
  try {
    return checkText(new TextDecoder('utf-8', { fatal: true }).decode(await file.arrayBuffer()));
  } catch {
    return { refused: 'not-text' };
  }
}

function checkText(raw: string): Pick<SharedText, 'text' | 'refused'> {
  if (raw.includes('\0')) return { refused: 'not-text' };
  const text = cleanCode(raw);
  if (text.trim() === '') return { refused: 'nothing' };
  return text.length > CODE_MAX ? { refused: 'too-large' } : { text };
}

function nameOf(file: Blob): string {
  return 'name' in file && typeof file.name === 'string' ? file.name.slice(0, 200) : '';
}
