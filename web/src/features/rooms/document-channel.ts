import type { Participant } from '@cip/contracts/rooms';

/** What the screen connects to the document: how it is opened, and what the server sends about it. */
export interface DocumentChannel {
  /** Opens the document on a fresh link; answers its language, or that it failed. */
  open(
    self: Participant,
  ): Promise<{ ok: true; language: string } | { ok: false; error: { code: string; message: string } }>;
  close(): void;
  receive(update: string): void;
  moveCursor(update: string): void;
  /** Sends what is held back; resolves when it is on its way. */
  flush(): Promise<void>;
  /** Sends what is held back; resolves with true once the server has everything, with false after `withinMs`. */
  save(withinMs: number): Promise<boolean>;
  resync(): void;
}
