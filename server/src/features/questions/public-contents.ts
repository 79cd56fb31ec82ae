import type { Database } from '../../platform/database/database.ts';
import { readPublicContents, type PublicContent } from './interview-questions.repository.ts';

/** How long a content is cached, read or not: a deleted one may stay in memory this long (ms). */
const CACHE_MS = 60_000;
/** Most bytes of cached contents; the oldest leave first. */
const CACHE_BYTES = 32 * 1024 * 1024;

interface Entry {
  content: PublicContent;
  bytes: number;
  expiry: NodeJS.Timeout;
}

/** The public parts of questions that rooms read again and again; they never change. */
const cached = new Map<string, Entry>();
let cachedBytes = 0;

/**
 * Returns the public parts of shown questions of an interview, in their order. Whoever calls it has read that they are
 * shown.
 */
export async function findPublicContents(
  db: Database,
  interviewId: string,
  questions: readonly { id: string; bytes: number }[],
): Promise<PublicContent[]> {
  const missing = questions.filter(({ id }) => !cached.has(id));
  const known = questions.flatMap(({ id }) => cached.get(id)?.content ?? []);
  const ids = missing.map(({ id }) => id);
  const read = ids.length > 0 ? await readPublicContents(db, interviewId, ids) : [];
  for (const content of read) add(content, missing.find(({ id }) => id === content.id)?.bytes ?? 0);
  return [...known, ...read].toSorted((a, b) => a.number - b.number);
}

function add(content: PublicContent, bytes: number): void {
  remove(content.id);
  const expiry = setTimeout(() => remove(content.id), CACHE_MS).unref();
  cached.set(content.id, { content, bytes, expiry });
  cachedBytes += bytes;
  for (const id of cached.keys()) {
    if (cachedBytes <= CACHE_BYTES) break;
    remove(id);
  }
}

function remove(id: string): void {
  const entry = cached.get(id);
  if (!entry) return;
  clearTimeout(entry.expiry);
  cached.delete(id);
  cachedBytes -= entry.bytes;
}
