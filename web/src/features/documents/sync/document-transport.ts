import type { changeLanguage, noteOffline, openDocument, updateDocument } from '@cip/contracts/document-events';
import type { Ack } from '@cip/contracts/events';

/** The part of the room's wire that the document uses. A link that is down answers `unavailable`. */
export interface DocumentTransport {
  open(stateVector: string): Promise<Ack<typeof openDocument>>;
  update(id: string, update: string): Promise<Ack<typeof updateDocument>>;
  changeLanguage(language: string): Promise<Ack<typeof changeLanguage>>;
  moveCursor(clientId: number, update: string): void;
  /** Notes that this person typed without a connection, for so long and until now. */
  noteOffline(id: string, forMs: number): Promise<Ack<typeof noteOffline>>;
}
