import type { changeLanguage, noteOffline, openDocument, updateDocument } from '@cip/contracts/rooms/document-events';
import type { Ack } from '@cip/contracts/protocol/events';

/**
 * The requests that the document sends over the room's connection. Each resolves with `unavailable` while it is down.
 */
export interface DocumentTransport {
  open(stateVector: string): Promise<Ack<typeof openDocument>>;
  update(id: string, update: string): Promise<Ack<typeof updateDocument>>;
  changeLanguage(language: string): Promise<Ack<typeof changeLanguage>>;
  moveCursor(clientId: number, update: string): void;
  /** Records that this participant typed offline for `forMs`, until now. */
  noteOffline(id: string, forMs: number): Promise<Ack<typeof noteOffline>>;
}
