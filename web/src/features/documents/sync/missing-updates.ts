import * as Y from 'yjs';
import { fromBase64 } from './base64.ts';

/** What the server answered when the document was opened, as base64. */
interface ServerState {
  update: string;
  stateVector: string;
}

/** What a client sends without being asked. */
interface Sending {
  sentAnyway: Uint8Array[];
  /** Something was asked for before, and is on its way only if it is asked for again. */
  isAskedAgain: boolean;
}

/**
 * What the server asks for beyond the edits that are sent anyway, as an update, or null. The document already
 * contains the server's answer. Equal state vectors do not mean equal documents, so deletions are compared too; an
 * answer always carries all of the server's.
 */
export function missingUpdates(doc: Y.Doc, server: ServerState, { sentAnyway, isAskedAgain }: Sending): Uint8Array | null {
  const difference = Y.encodeStateAsUpdate(doc, fromBase64(server.stateVector));
  const { from, to } = Y.parseUpdateMeta(difference);
  const covered = sentAnyway.map((update) => Y.parseUpdateMeta(update));
  const coveredFrom = (client: number) => Math.min(...covered.map((meta) => meta.from.get(client) ?? Infinity));
  for (const [client, start] of from) {
    if (start < (to.get(client) ?? 0) && start < coveredFrom(client)) return difference;
  }
  if (sentAnyway.length > 0 && !isAskedAgain) return null;
  const theirs = Y.decodeUpdate(fromBase64(server.update)).ds;
  return Y.equalDeleteSets(theirs, Y.createDeleteSetFromStructStore(doc.store)) ? null : difference;
}

/** Edits of a document, one after the other, as one: what was typed and taken back in between is not in it. */
export function asOne(doc: Y.Doc, updates: Uint8Array[]): Uint8Array {
  const { from } = Y.parseUpdateMeta(Y.mergeUpdates(updates));
  const base = Y.decodeStateVector(Y.encodeStateVector(doc));
  for (const [client, clock] of from) base.set(client, clock);
  return Y.encodeStateAsUpdate(doc, Y.encodeStateVector(base));
}
