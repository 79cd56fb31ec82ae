import { lookalikesIn } from '../../../shared/code/lookalikes.ts';
import { editForUser } from './replace-from.ts';
import type { TypingGate } from './typing-gate.ts';

/**
 * Replaces all look-alike characters of the program by the plain ones, and sends that as one edit, which is one step of
 * the user's undo.
 */
export function replaceLookalikes(gate: TypingGate, language: string): void {
  const { text } = gate;
  const found = lookalikesIn(text.toString(), language);
  if (found.length === 0) return;
  editForUser(gate, () => {
    // From the end, so that the places of the others stay.
    for (const { at, plain } of found.toReversed()) {
      text.delete(at, 1);
      if (plain !== '') text.insert(at, plain);
    }
  });
  gate.flush();
}
