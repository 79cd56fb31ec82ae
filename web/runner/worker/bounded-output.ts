import type { FromWorker, Stream } from '../messages.ts';

/** The length of the streamed part, and of the end that is kept beyond it (characters). */
interface Bounds {
  head: number;
  tail: number;
}

/** The end of a long output is reported at this interval (ms), because a program may be terminated at any moment. */
const REST_EVERY_MS = 50;

/** Streams a program's output up to a bound, then keeps its end. A judged output is without errors. */
export class BoundedOutput {
  readonly #send: (message: FromWorker) => void;
  readonly #bounds: Bounds;
  readonly #isJudged: boolean;
  #length = 0;
  #tail = '';
  #beyond = 0;
  #isReported = true;
  #reportedAt = 0;

  constructor(send: (message: FromWorker) => void, bounds: Bounds, isJudged = false) {
    this.#send = send;
    this.#bounds = bounds;
    this.#isJudged = isJudged;
  }

  /** The length that may still be streamed (characters). */
  get room(): number {
    return this.#bounds.head - this.#length;
  }

  write(stream: Stream, text: string): void {
    if (text === '' || (this.#isJudged && stream === 'err')) return;
    const streamed = stream === 'table' && text.length > this.room ? '' : text.slice(0, this.room);
    if (streamed !== '') {
      this.#length += streamed.length;
      this.#send({ type: 'output', stream, text: streamed });
    }
    if (streamed.length < text.length)
      this.#keep(stream === 'table' ? '' : text.slice(streamed.length), text.length - streamed.length);
  }

  /** Reports the end of a long output; to be called when the program ends. */
  finish(): void {
    if (this.#isReported) return;
    this.#isReported = true;
    this.#tail = this.#tail.slice(-this.#bounds.tail);
    this.#send({ type: 'rest', tail: this.#tail, omitted: this.#beyond - this.#tail.length });
  }

  #keep(text: string, length: number): void {
    // Later output is not streamed either, even if it would fit, because output stays in order.
    this.#length = this.#bounds.head;
    this.#beyond += length;
    this.#tail += text;
    if (this.#tail.length > 2 * this.#bounds.tail) this.#tail = this.#tail.slice(-this.#bounds.tail);
    this.#isReported = false;
    const now = performance.now();
    if (now - this.#reportedAt < REST_EVERY_MS) return;
    this.#reportedAt = now;
    this.finish();
  }
}
