import * as Y from 'yjs';
import { fromBase64 } from './base64.ts';

/** The server's reply to `document:open`, as base64. */
interface ServerState {
  update: string;
  stateVector: string;
}

/** The edits that the client sends in any case. */
interface Sending {
  sentAnyway: Uint8Array[];
  /** The missing updates were sent before, so they are resent only if they are still missing. */
  wasRequested: boolean;
}

/**
 * Returns the update that the server misses beyond the edits in `sentAnyway`, or null if it misses none. `doc` already
 * contains the server's reply. Equal state vectors do not mean equal documents, so deletions are compared too; a reply
 * always carries all of the server's deletions.
 */
export function missingUpdates(
  doc: Y.Doc,
  server: ServerState,
  { sentAnyway, wasRequested }: Sending,
): Uint8Array | null {
  const difference = Y.encodeStateAsUpdate(doc, fromBase64(server.stateVector));
  const { from, to } = Y.parseUpdateMeta(difference);
  const covered = sentAnyway.map((update) => Y.parseUpdateMeta(update));
  const coveredFrom = (client: number) => Math.min(...covered.map((meta) => meta.from.get(client) ?? Infinity));
  for (const [client, start] of from) {
    if (start < (to.get(client) ?? 0) && start < coveredFrom(client)) return difference;
  }
  if (sentAnyway.length > 0 && !wasRequested) return null;
  const theirs = Y.decodeUpdate(fromBase64(server.update)).ds;
  return Y.equalDeleteSets(theirs, Y.createDeleteSetFromStructStore(doc.store)) ? null : difference;
}

/** Merges consecutive edits of a document into one update without text that a later edit deleted. */
export function squash(doc: Y.Doc, updates: Uint8Array[]): Uint8Array {
  const { from } = Y.parseUpdateMeta(Y.mergeUpdates(updates));
  const base = Y.decodeStateVector(Y.encodeStateVector(doc));
  for (const [client, clock] of from) base.set(client, clock);
  return Y.encodeStateAsUpdate(doc, Y.encodeStateVector(base));
}
