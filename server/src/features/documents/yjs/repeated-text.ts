import * as Y from 'yjs';
import { AppError } from '../../../errors.ts';

/** Stands for each half of a character that an insertion came between. */
const TORN = '\ufffd';

/**
 * Checks what an update repeats of a document: it must say what the document says there, where that was not deleted.
 * Something else was forged in its author's absence; an acknowledgement would lose the author's text. Throws `invalid`.
 */
export function checkRepeated(doc: Y.Doc, { structs }: Pick<ReturnType<typeof Y.decodeUpdate>, 'structs'>): void {
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
    const there = known.content.str.substr(from - known.id.clock, length);
    const said = text.substr(from - clock, length);
    if (there !== said && [...there].some((letter, n) => letter !== said[n] && letter !== TORN)) return true;
  }
  return false;
}
