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
/** If this many pieces wait, a program that changes between its streams adds no more of them. */
const WAITING_MAX = 8;

/**
 * Emits output in bounded pieces: the first immediately, then no more than `PIECES_PER_SECOND` in any second. Without
 * a pace, all are emitted immediately.
 */
export class PacedOutput {
  /** Characters that were not emitted because the output is too long. */
  omitted = 0;
  readonly #emit: ExecutionEvents['output'];
  readonly #isPaceless: boolean;
  readonly #waiting: Piece[] = [];
  /** When the last pieces were emitted (ms). */
  #emittedAt: number[] = [];
  #length = 0;
  #pieces = 0;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #finished: (() => void) | undefined;

  constructor(emit: ExecutionEvents['output'], isPaceless = false) {
    this.#emit = emit;
    this.#isPaceless = isPaceless;
  }

  /** Adds output; the excess over `OUTPUT_HEAD_MAX` is counted and dropped. A table is emitted whole or not at all. */
  add(stream: Stream, text: string): void {
    const hasPlace = this.#isPaceless || this.#pieces + this.#waiting.length < PIECES_MAX;
    const room = hasPlace ? OUTPUT_HEAD_MAX - this.#length : 0;
    // Cut first, because a text may be millions of characters long.
    const fits = plainText(text.length <= room ? text : stream === 'table' ? '' : firstOf(text, Math.max(0, room)));
    this.omitted += text.length - fits.length;
    this.#length += fits.length;
    if (fits === '') return;
    const growing = this.#growing(stream);
    if (growing) growing.text += fits;
    else this.#waiting.push({ stream, text: fits });
    this.#emitDue();
  }

  /** Resolves when everything has been emitted or dropped. */
  async finish(): Promise<void> {
    const { promise, resolve } = Promise.withResolvers<void>();
    this.#finished = resolve;
    this.#emitNow();
    await promise;
  }

  /** Drops and counts what still waits. */
  drop(): void {
    for (const { text } of this.#waiting.splice(0)) this.omitted += text.length;
    this.#emitNow();
  }

  /** Returns the waiting piece that text of a stream joins; undefined if it begins one. */
  #growing(stream: Stream): Piece | undefined {
    const isFixed = (each: Stream) => each === 'table' || each === 'in';
    const isCrowded = this.#waiting.length >= WAITING_MAX && !isFixed(stream);
    // Not across a table or an answer, because what was printed after it belongs behind it.
    const piece = this.#waiting.findLast((each) => !isCrowded || each.stream === stream || isFixed(each.stream));
    return piece?.stream === stream && stream !== 'table' ? piece : undefined;
  }

  #emitNow(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    this.#emitDue();
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
    if (this.#isPaceless) return 0;
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
