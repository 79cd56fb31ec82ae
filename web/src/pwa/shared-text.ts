import { cleanCode } from '@cip/contracts/code-text';
import { openDB } from 'idb';
import type { DBSchema } from 'idb';

/** A file or text from the system's share sheet, kept on this device until an interview starts with it. */
export interface SharedText {
  /** The file's name, or the title it was shared under; empty without one. */
  name: string;
  /** Absent where it was refused. */
  text?: string;
  refused?: 'too-large' | 'not-text' | 'nothing';
  /** Milliseconds since 1970. */
  at: number;
}

interface SharedSchema extends DBSchema {
  shared: { key: 'latest'; value: SharedText };
}

/** What nobody came back for within a day is gone, in milliseconds. */
const KEPT_FOR_MS = 24 * 60 * 60 * 1000;
/** Longest code (the server's limit), in UTF-16 units. */
const MAX_CHARS = 200_000;
/** No text of that many characters has more bytes. */
const MAX_BYTES = 3 * MAX_CHARS;

async function database() {
  return openDB<SharedSchema>('shared-text', 1, { upgrade: (made) => void made.createObjectStore('shared') });
}

async function inStore<T>(work: (opened: Awaited<ReturnType<typeof database>>) => Promise<T>): Promise<T> {
  const opened = await database();
  try {
    return await work(opened);
  } finally {
    opened.close();
  }
}

/** Keeps what was shared, in place of what was shared before. */
export async function keepShared(shared: SharedText): Promise<void> {
  await inStore((opened) => opened.put('shared', shared, 'latest'));
}

/** What was shared last and still waits; null without anything, or without storage. */
export async function readShared(): Promise<SharedText | null> {
  try {
    const shared = await inStore((opened) => opened.get('shared', 'latest'));
    return shared && Date.now() - shared.at < KEPT_FOR_MS ? shared : null;
  } catch {
    return null;
  }
}

/** Lets go of what was shared. */
export async function forgetShared(): Promise<void> {
  await inStore((opened) => opened.delete('shared', 'latest')).catch(() => undefined);
}

/** Reads the form of the manifest's share target: a file, or else a text or an address. */
export async function sharedFrom(form: FormData): Promise<SharedText> {
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
  return { ...judged(text), name: line('title'), at };
}

async function readFile(file: Blob): Promise<Pick<SharedText, 'text' | 'refused'>> {
  if (file.size > MAX_BYTES) return { refused: 'too-large' };
  try {
    return judged(new TextDecoder('utf-8', { fatal: true }).decode(await file.arrayBuffer()));
  } catch {
    return { refused: 'not-text' };
  }
}

function judged(raw: string): Pick<SharedText, 'text' | 'refused'> {
  if (raw.includes('\0')) return { refused: 'not-text' };
  const text = cleanCode(raw);
  if (text.trim() === '') return { refused: 'nothing' };
  return text.length > MAX_CHARS ? { refused: 'too-large' } : { text };
}

function nameOf(file: Blob): string {
  return 'name' in file && typeof file.name === 'string' ? file.name.slice(0, 200) : '';
}
