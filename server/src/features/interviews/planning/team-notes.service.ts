import type { Body } from '@cip/contracts/protocol/endpoint';
import type { changeInterview, Interview } from '@cip/contracts/interviews/interviews';
import { NOTES_MAX } from '@cip/contracts/interviews/notes-limits';
import { conflict } from '../../../errors.ts';
import type { Transaction } from '../../../platform/database/database.ts';
import { mergeTexts, recordOperation } from '../../documents/documents.service.ts';

type Change = Pick<Body<typeof changeInterview>, 'notes' | 'notes_base' | 'op_id'>;

/**
 * Returns the team notes of a locked interview after a change, with the words that colleagues wrote since its base.
 * Throws `conflict` if both texts together are too long.
 */
export async function notesAfter(
  trx: Transaction,
  { id, notes: stored }: Interview,
  { notes = null, notes_base: base, op_id: opId }: Change,
): Promise<string | null> {
  if (opId !== undefined && !(await recordOperation(trx, id, `notes-${opId}`))) return stored;
  const text = base === undefined ? (notes ?? '') : mergeNotes(stored ?? '', base, notes ?? '');
  // Not trimmed, because indentation and empty lines of notes are kept.
  return text.trim() ? text : null;
}

function mergeNotes(stored: string, base: string, notes: string): string {
  if (stored === notes) return stored;
  // Two first texts are two paragraphs.
  const isFirst = base === '' && stored !== '' && notes !== '';
  const merged = isFirst ? `${stored}\n\n${notes}` : mergeTexts(stored, base, notes);
  if ([...merged].length > NOTES_MAX)
    throw conflict('A colleague changed the notes too, and both texts together are too long. Please shorten yours.');
  return merged;
}
