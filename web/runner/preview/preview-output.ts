import { OUTPUT_HEAD_MAX } from '@cip/contracts/runs/run-limits';
import type { Stream } from '../messages.ts';
import type { FromPreview } from './messages.ts';

/** After the first output, further output is collected for this long (ms). */
const COLLECT_MS = 40;
/**
 * Most messages of one collection. There are up to 50 collections a second, and the page takes 500 messages for a
 * flood.
 */
const PIECES_MAX = 8;

const { setTimeout: setTimeoutBefore, performance: clock } = window;
const { now } = Performance.prototype;

/** Sends output in a few messages: a page may not be flooded, also by a program that never rests. */
export class PreviewOutput {
  readonly #send: (message: FromPreview) => void;
  #waiting: { stream: Stream; text: string }[] = [];
  #length = 0;
  #sentAt = -Infinity;
  #isDue = false;

  constructor(send: (message: FromPreview) => void) {
    this.#send = send;
  }

  write(stream: Stream, text: string): void {
    // What one message may hold; the rest of a flood is lost.
    const fits = text.slice(0, Math.max(0, OUTPUT_HEAD_MAX - this.#length));
    this.#length += fits.length;
    const last = this.#waiting.at(-1);
    // If there are too many, text joins the last piece of its stream: an error stays an error, beside later lines.
    const piece = this.#waiting.length < PIECES_MAX ? last : this.#waiting.findLast((each) => each.stream === stream);
    if (piece?.stream === stream) piece.text += fits;
    else if (fits !== '') this.#waiting.push({ stream, text: fits });
    if (now.call(clock) - this.#sentAt >= COLLECT_MS) this.flush();
    else if (!this.#isDue) {
      this.#isDue = true;
      setTimeoutBefore(() => this.flush(), COLLECT_MS);
    }
  }

  /** Sends the collected output. */
  flush(): void {
    this.#isDue = false;
    this.#sentAt = now.call(clock);
    for (const { stream, text } of this.#waiting) this.#send({ type: 'output', stream, text });
    this.#waiting = [];
    this.#length = 0;
  }
}
