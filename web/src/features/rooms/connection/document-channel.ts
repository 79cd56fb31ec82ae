import type { Participant } from '@cip/contracts/rooms/rooms';

/** The document as the room's connection sees it: opens it, and hands it the server's events. */
export interface DocumentChannel {
  /** Opens the document on a new link; resolves with its language, or the error. */
  open(
    self: Participant,
  ): Promise<{ ok: true; language: string } | { ok: false; error: { code: string; message: string } }>;
  close(): void;
  receive(update: string): void;
  moveCursor(update: string): void;
  /** Sends the text that the typing mode holds back; resolves when it is on its way. */
  flush(): Promise<void>;
  /** Sends the held text; resolves with true once the server has everything, with false after `withinMs`. */
  save(withinMs: number): Promise<boolean>;
  resync(): void;
}
