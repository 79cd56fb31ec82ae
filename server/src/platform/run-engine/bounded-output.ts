import { OUTPUT_HEAD_MAX, OUTPUT_TAIL_MAX, PIECES_PER_SECOND } from '@cip/contracts/runs/run-limits';
import type { RunEnd } from '@cip/contracts/runs/runs';
import type { WriteOutput } from './adapter.ts';

/** Time between two deliveries (ms); each has at most one piece a stream. */
const DELIVERY_MS = Math.ceil(2_000 / PIECES_PER_SECOND);
/** Most characters of standard error that are read for the position of an error. */
const ERROR_TEXT_MAX = 16_384;

/**
 * Bounds the output of a run: streams its first characters in a limited number of pieces, keeps the last ones for the
 * end, and counts the others. Replaces NUL and lone surrogates, because a database refuses them.
 */
export class BoundedOutput {
  readonly #deliver: WriteOutput;
  readonly #waiting = new Map<'out' | 'err', string>();
  #timer: NodeJS.Timeout | null = null;
  #headRoom = OUTPUT_HEAD_MAX;
  #tail = '';
  #omitted = 0;
  #errorText = '';

  constructor(deliver: WriteOutput) {
    this.#deliver = deliver;
  }

  /** The beginning of the program's standard error. */
  get errorText(): string {
    return this.#errorText;
  }

  /** Adds output. The first piece leaves immediately. */
  readonly write: WriteOutput = (stream, raw) => {
    const text = raw.replaceAll('\0', '\uFFFD').toWellFormed();
    if (stream === 'err') this.#errorText += text.slice(0, ERROR_TEXT_MAX - this.#errorText.length);
    const cut = this.#headRoom === 0 ? 0 : safeCut(text, this.#headRoom);
    // If a pair does not fit, it ends the streamed part, because otherwise later text would come before it.
    this.#headRoom = cut < text.length ? 0 : this.#headRoom - cut;
    this.#keep(text.slice(cut));
    if (cut === 0) return;
    this.#waiting.set(stream, (this.#waiting.get(stream) ?? '') + text.slice(0, cut));
    if (this.#timer === null) this.#flush();
  };

  /** Delivers the waiting output and returns the rest. Nothing is delivered afterwards. */
  end(): Pick<RunEnd, 'omitted' | 'tail'> {
    this.#flush();
    if (this.#timer !== null) clearTimeout(this.#timer);
    this.#headRoom = 0;
    return { omitted: this.#omitted, tail: this.#tail };
  }

  #keep(text: string): void {
    const all = this.#tail + text;
    const cut = safeCut(all, Math.max(0, all.length - OUTPUT_TAIL_MAX), 1);
    this.#omitted += cut;
    this.#tail = all.slice(cut);
  }

  #flush(): void {
    if (this.#waiting.size === 0) {
      this.#timer = null;
      return;
    }
    const waiting = [...this.#waiting];
    this.#waiting.clear();
    this.#timer = setTimeout(() => this.#flush(), DELIVERY_MS);
    for (const [stream, text] of waiting) this.#deliver(stream, text);
  }
}

/** Returns `index`, moved by `step` if it would split a surrogate pair; at most the length of the text. */
function safeCut(text: string, index: number, step: -1 | 1 = -1): number {
  if (index >= text.length) return text.length;
  const isSplit = index > 0 && (text.codePointAt(index - 1) ?? 0) > 0xff_ff;
  return isSplit ? index + step : index;
}
