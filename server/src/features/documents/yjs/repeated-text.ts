import * as Y from 'yjs';
import { AppError } from '../../../errors.ts';

/** Yjs stores this for each half of a surrogate pair that an insertion split. */
const SPLIT_HALF = '\ufffd';

/**
 * Checks the part of an update that the document has already: its text must equal the stored text, as far as that is
 * not deleted. If it differs, it was forged in the absence of its author, and acknowledging it would lose the text of
 * the author. Throws `invalid`.
 */
export function checkRepeatedText(doc: Y.Doc, { structs }: Pick<ReturnType<typeof Y.decodeUpdate>, 'structs'>): void {
  for (const struct of structs)
    if (
      struct instanceof Y.Item &&
      struct.content instanceof Y.ContentString &&
      differs(doc, struct.id, struct.content.str)
    )
      throw new AppError('invalid', 'The edit is not valid.');
}

function differs(doc: Y.Doc, { client, clock }: Y.ID, text: string): boolean {
  const structs = doc.store.clients.get(client) ?? [];
  if (clock >= Y.getState(doc.store, client)) return false;
  for (let at = Y.findIndexSS(structs, clock); at < structs.length; at++) {
    const known = structs[at];
    if (!known || known.id.clock >= clock + text.length) return false;
    if (!(known instanceof Y.Item) || !(known.content instanceof Y.ContentString)) continue;
    const from = Math.max(known.id.clock, clock);
    const length = Math.min(known.id.clock + known.length, clock + text.length) - from;
    const stored = known.content.str.substr(from - known.id.clock, length);
    const repeated = text.substr(from - clock, length);
    if (stored !== repeated && [...stored].some((letter, n) => letter !== repeated[n] && letter !== SPLIT_HALF))
      return true;
  }
  return false;
}
