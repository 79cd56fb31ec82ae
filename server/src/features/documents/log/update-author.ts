import { hash, randomUUID } from 'node:crypto';

/**
 * Prefix of the operation ids of edits that a node made for a full-text client. No client can send one (`OperationId`).
 */
export const NODE_OPERATION_PREFIX = 'node:';

/** The author of edits that a node makes under its own Yjs client id. */
export const SERVER_AUTHOR = 'server';

/** Returns a new operation id for an edit that this node makes for a full-text client. */
export function newNodeOperationId(): string {
  return `${NODE_OPERATION_PREFIX}${randomUUID()}`;
}

/**
 * Returns the operation id of a client's edit: a digest of its bytes, so that only the same edit has the same id. If a
 * client could choose it, the node would acknowledge a new edit that the log takes for a known one. No client can send
 * one (`OperationId`).
 */
export function editOperationId(bytes: Uint8Array): string {
  return `edit:${hash('sha256', bytes, 'base64url').slice(0, 22)}`;
}

/**
 * Returns the author of an edit: the participant whose client sent it, or the server if a node made it for a full-text
 * client. If that node crashes before it logs the edit, its participant can never send it.
 */
export function updateAuthor<P extends string | null>(edit: {
  opId: string;
  participantId: P;
}): P | typeof SERVER_AUTHOR {
  return edit.opId.startsWith(NODE_OPERATION_PREFIX) ? SERVER_AUTHOR : edit.participantId;
}
