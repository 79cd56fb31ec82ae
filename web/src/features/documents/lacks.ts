import * as Y from 'yjs';
import { fromBase64 } from './base64.ts';

/** What the server answered when the document was opened, as base64. */
interface ServerState {
  update: string;
  stateVector: string;
}

/**
 * What the server lacks of the document beyond the edits that are sent anyway, as an update, or null.
 * The document already contains the server's answer. Equal state vectors do not mean equal documents, so
 * deletions are compared too; a full answer always carries all of the server's.
 */
export function lacks(doc: Y.Doc, server: ServerState, sentAnyway: Uint8Array[]): Uint8Array | null {
  const known = fromBase64(server.stateVector);
  const difference = Y.encodeStateAsUpdate(doc, known);
  const { from, to } = Y.parseUpdateMeta(difference);
  const covered = sentAnyway.map((update) => Y.parseUpdateMeta(update));
  const isCovered = (client: number, start: number) => {
    const own = covered.filter((meta) => meta.from.has(client));
    return own.length > 0 && Math.min(...own.map((meta) => meta.from.get(client) ?? Infinity)) <= start;
  };
  const structsMissing = [...from].some(([client, start]) => start < (to.get(client) ?? 0) && !isCovered(client, start));
  if (structsMissing) return difference;
  if (sentAnyway.length > 0) return null;
  const theirs = Y.decodeUpdate(fromBase64(server.update)).ds;
  return Y.equalDeleteSets(theirs, Y.createDeleteSetFromStructStore(doc.store)) ? null : difference;
}
