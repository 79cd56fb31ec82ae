import { randomUUID } from 'node:crypto';

/** Begins the operation ids of edits that a node wrote for a plain client. No client can send one (`OperationId`). */
export const BY_NODE = 'node:';

/** Who writes under the Yjs client id of a node. */
export const SERVER = 'server';

/** A new operation id for an edit that this node writes for a plain client. */
export function newOperationOfNode(): string {
  return `${BY_NODE}${randomUUID()}`;
}

/**
 * Who wrote an edit: the participant whose client sent it, or the server for one that a node wrote for a plain
 * client. What such a node did not get into the log, its participant can never send.
 */
export function writtenBy<P extends string | null>(edit: { opId: string; participantId: P }): P | typeof SERVER {
  return edit.opId.startsWith(BY_NODE) ? SERVER : edit.participantId;
}
