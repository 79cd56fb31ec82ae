import { createAtom } from '@tanstack/store';
import type { SendRunEvent } from '../state/run-room.ts';

/** Changes are collected for this long before they are sent (ms). */
const SEND_AFTER_MS = 500;

/** The input of the next run, which everyone in the room shares. The change that the server stores last counts. */
export class SharedInput {
  readonly store = createAtom('');
  readonly #request: SendRunEvent;
  readonly #read: () => void;
  #timer: ReturnType<typeof setTimeout> | undefined;
  /** The text that was last sent to the server or came from there. */
  #sent = '';
  #isSending = false;
  /** Another text came while this device had one to send. */
  #hasMissed = false;

  /** `read` reads the room's state from the server. */
  constructor(request: SendRunEvent, read: () => void) {
    this.#request = request;
    this.#read = read;
  }

  /** Takes over the user's input. */
  write(text: string): void {
    this.store.set(text);
    this.#timer ??= setTimeout(() => void this.#send(), SEND_AFTER_MS);
  }

  /** Takes over the server's text, unless the user's own is on its way. */
  receive(text: string): void {
    if (this.#timer !== undefined || this.#isSending) this.#hasMissed ||= text !== this.#sent;
    else if (this.store.get() !== this.#sent) this.write(this.store.get());
    else {
      this.#sent = text;
      this.store.set(text);
    }
  }

  close(): void {
    clearTimeout(this.#timer);
  }

  async #send(): Promise<void> {
    const text = this.store.get();
    const before = this.#sent;
    this.#timer = undefined;
    this.#isSending = true;
    this.#sent = text;
    const ack = await this.#request('run:input', { stdin: text });
    this.#isSending = false;
    // If there is no connection, it is sent after the next reading.
    if (!ack.ok) this.#sent = before;
    if (!ack.ok && ack.error.code === 'too_many_requests') this.write(this.store.get());
    if (ack.ok && this.#hasMissed) this.#read();
    this.#hasMissed = false;
  }
}
