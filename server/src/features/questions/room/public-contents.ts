import type { Database } from '../../../platform/database/database.ts';
import { ExpiringCache } from '../../../platform/expiring-cache.ts';
import { readPublicContents, type PublicContent } from './question-contents.repository.ts';

/**
 * The public parts of questions that rooms read again and again; they never change. If one is deleted, it may stay in
 * memory for a minute.
 */
const cached = new ExpiringCache<PublicContent>({ ms: 60_000, bytes: 32 * 1024 * 1024 });

/**
 * Returns the public parts of shown questions of an interview, in their order. The caller must have checked that they
 * are shown.
 */
export async function findPublicContents(
  db: Database,
  interviewId: string,
  questions: readonly { id: string; bytes: number }[],
): Promise<PublicContent[]> {
  const missing = questions.filter(({ id }) => !cached.get(id));
  const known = questions.flatMap(({ id }) => cached.get(id) ?? []);
  const ids = missing.map(({ id }) => id);
  const read = ids.length > 0 ? await readPublicContents(db, interviewId, ids) : [];
  for (const content of read) cached.set(content.id, content, missing.find(({ id }) => id === content.id)?.bytes ?? 0);
  return [...known, ...read].toSorted((a, b) => a.number - b.number);
}
