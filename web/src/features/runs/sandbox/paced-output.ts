import { OUTPUT_HEAD_MAX, PIECES_MAX, PIECES_PER_SECOND } from '@cip/contracts/runs/run-limits';
import { firstOf, plainText } from './plain-text.ts';
import type { ExecutionEvents } from './sandbox-types.ts';

type Stream = Parameters<ExecutionEvents['output']>[0];
interface Piece {
  stream: Stream;
  text: string;
}

const SECOND_MS = 1_000;
/** Text is collected for this long, so that a steady stream stays within the pieces per second (ms). */
const COLLECT_MS = Math.ceil(SECOND_MS / PIECES_PER_SECOND);

/** Emits output in bounded pieces: the first immediately, then no more than `PIECES_PER_SECOND` in any second. */
export class PacedOutput {
  /** Characters that were not emitted because the output is too long. */
  omitted = 0;
  readonly #emit: ExecutionEvents['output'];
  readonly #waiting: Piece[] = [];
  /** When the last pieces were emitted (ms). */
  #emittedAt: number[] = [];
  #length = 0;
  #pieces = 0;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #finished: (() => void) | undefined;

  constructor(emit: ExecutionEvents['output']) {
    this.#emit = emit;
  }

  /** Adds output; the excess over `OUTPUT_HEAD_MAX` is counted and dropped. A table is emitted whole or not at all. */
  add(stream: Stream, text: string): void {
    const room = this.#pieces + this.#waiting.length < PIECES_MAX ? OUTPUT_HEAD_MAX - this.#length : 0;
    // Cut first, because a text may be millions of characters long.
    const fits = plainText(text.length <= room ? text : stream === 'table' ? '' : firstOf(text, Math.max(0, room)));
    this.omitted += text.length - fits.length;
    this.#length += fits.length;
    if (fits === '') return;
    const last = this.#waiting.at(-1);
    if (last?.stream === stream && stream !== 'table') last.text += fits;
    else this.#waiting.push({ stream, text: fits });
    this.#emitDue();
  }

  /** Resolves when everything has been emitted. */
  async finish(): Promise<void> {
    const { promise, resolve } = Promise.withResolvers<void>();
    this.#finished = resolve;
    clearTimeout(this.#timer);
    this.#timer = undefined;
    this.#emitDue();
    await promise;
  }

  #emitDue(): void {
    if (this.#timer !== undefined) return;
    for (;;) {
      const pauseMs = this.#pauseMs();
      if (this.#waiting.length === 0) break;
      if (pauseMs > 0) {
        this.#timer = setTimeout(() => {
          this.#timer = undefined;
          this.#emitDue();
        }, pauseMs);
        return;
      }
      this.#emitNext();
    }
    this.#finished?.();
  }

  #emitNext(): void {
    const piece = this.#waiting.shift();
    if (piece === undefined) return;
    this.#pieces++;
    this.#emittedAt.push(performance.now());
    this.#emit(piece.stream, piece.text);
  }

  /** Returns how long the next piece has to wait (ms). */
  #pauseMs(): number {
    const now = performance.now();
    this.#emittedAt = this.#emittedAt.filter((at) => now - at < SECOND_MS);
    const [first = 0] = this.#emittedAt;
    const full = this.#emittedAt.length >= PIECES_PER_SECOND ? first + SECOND_MS - now : 0;
    // The last text may still grow; complete pieces before it need not wait.
    const isGrowing =
      this.#waiting.length === 1 && this.#finished === undefined && this.#waiting[0]?.stream !== 'table';
    const collecting = isGrowing ? (this.#emittedAt.at(-1) ?? -Infinity) + COLLECT_MS - now : 0;
    return Math.ceil(Math.max(full, collecting, 0));
  }
}
