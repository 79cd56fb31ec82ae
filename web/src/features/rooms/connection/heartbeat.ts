import { HEARTBEAT_MS } from '@cip/contracts/rooms/rooms';
import { noteServerTime } from '../../../shared/api/server-time.ts';
import { HEARTBEAT_TIMEOUT_MS, SLEPT_MS, UPLOAD_CHARS_PER_MS, UPLOAD_FREE_CHARS, UPLOAD_MAX_MS } from './limits.ts';
import type { SocketLink } from './socket-link.ts';

/** Tries a link every few seconds, because a connection can die without an event. */
export class Heartbeat {
  readonly #onSilence: (link: SocketLink) => void;
  #link: SocketLink | null = null;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #uploadingChars = 0;

  /** `onSilence` is called if the server does not reply in time. */
  constructor(onSilence: (link: SocketLink) => void) {
    this.#onSilence = onSilence;
  }

  /** Tries this link from now on, for the first time after a pause. */
  start(link: SocketLink, afterMs = HEARTBEAT_MS): void {
    clearTimeout(this.#timer);
    this.#link = link;
    if (afterMs === 0) void this.#beat(link);
    else this.#timer = setTimeout(() => void this.#beat(link), afterMs);
  }

  stop(): void {
    clearTimeout(this.#timer);
    this.#link = null;
  }

  /** Waits longer for replies while an edit of so many characters is on its way. Resolves to its acknowledgement. */
  async behind<T>(chars: number, ack: Promise<T>): Promise<T> {
    this.#uploadingChars += chars;
    const received = await ack;
    this.#uploadingChars -= chars;
    return received;
  }

  async #beat(link: SocketLink): Promise<void> {
    const sentAt = performance.now();
    const timeoutMs = HEARTBEAT_TIMEOUT_MS + uploadMs(this.#uploadingChars);
    const ack = await link.request('heartbeat', {}, timeoutMs);
    if (this.#link !== link) return;
    if (ack.ok && ack.at !== undefined) noteServerTime({ from: ack.at, to: ack.at, sentAt });
    const slept = performance.now() - sentAt > timeoutMs + SLEPT_MS;
    // Any acknowledgement shows that the link works, even a refusal.
    if (!ack.ok && ack.error.code === 'unavailable' && !slept) this.#onSilence(link);
    else this.start(link, slept ? 0 : HEARTBEAT_MS);
  }
}

/** Returns how much longer an acknowledgement takes behind edits in flight, in milliseconds. */
function uploadMs(chars: number): number {
  return Math.min(Math.max(0, chars - UPLOAD_FREE_CHARS) / UPLOAD_CHARS_PER_MS, UPLOAD_MAX_MS);
}
