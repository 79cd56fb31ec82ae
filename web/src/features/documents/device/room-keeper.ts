import { saveKeptRoom } from './kept-room.ts';
import type { KeptRoom } from './kept-room.ts';

/** Pause between a change and its copy on the disk, in milliseconds, because a copy is the whole text. */
const KEEP_DELAY_MS = 2_000;

/** Keeps one room on this device, so that it opens again without a server. */
export class RoomKeeper {
  readonly #read: () => KeptRoom | null;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #writing: Promise<void> = Promise.resolve();

  /** `read` returns the room, or null while it is unknown which edits the server accepts. */
  constructor(read: () => KeptRoom | null) {
    this.#read = read;
  }

  /** Keeps a change together with the changes of the next two seconds. */
  keepSoon(): void {
    this.#timer ??= setTimeout(() => void this.keepNow(), KEEP_DELAY_MS);
  }

  /** Keeps the pending changes; resolves once they are on the disk. */
  keepNow(): Promise<void> {
    if (this.#timer === undefined) return this.#writing;
    clearTimeout(this.#timer);
    this.#timer = undefined;
    const room = this.#read();
    // If the device refuses storage, the edits already show that.
    if (room) this.#writing = this.#writing.then(() => saveKeptRoom(room)).catch(() => undefined);
    return this.#writing;
  }

  /** Stops; resolves when nothing more is written. */
  stop(): Promise<void> {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    return this.#writing;
  }
}
