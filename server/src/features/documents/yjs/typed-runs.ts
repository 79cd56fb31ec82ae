import type { Position, TypedText } from './typed-text.ts';

/** A run of typed text that is still growing. */
interface Run extends Position {
  /** The bytes of the update up to its string, as Latin-1: where and by whom it was typed. */
  head: string;
  text: string;
  rightOrigin: Position | null;
}

/**
 * Merges updates of people who type: consecutive text of one writer at one place becomes one update, as if it had been
 * pasted. Yjs merges such items too, only slower.
 */
export class TypedRuns {
  readonly #done: Uint8Array[] = [];
  #run: Run | null = null;

  /** Adds an update that depends on no later one; `typed` is its typed text, or null if it does anything else. */
  add(update: Uint8Array, typed: TypedText | null): void {
    if (typed && this.extend(typed)) return;
    this.#finish();
    if (typed) this.#run = begin(update, typed);
    else this.#done.push(update);
  }

  /**
   * Extends the current run if the typed text continues it; the bytes of the update are not needed then. Returns
   * whether it does.
   */
  extend(typed: TypedText): boolean {
    if (!this.#run || !continues(this.#run, typed)) return false;
    this.#run.text += typed.text;
    return true;
  }

  /** Removes and returns the added updates, in order, as few updates. */
  take(): Uint8Array[] {
    this.#finish();
    return this.#done.splice(0);
  }

  #finish(): void {
    if (this.#run) this.#done.push(encode(this.#run));
    this.#run = null;
  }
}

function begin(update: Uint8Array, { client, clock, text, rightOrigin, stringAt }: TypedText): Run {
  const head = Buffer.from(update.buffer, update.byteOffset, stringAt).toString('latin1');
  return { client, clock, text, rightOrigin, head };
}

// The rule by which Yjs merges two items: the second follows the first, by clock and in the text.
function continues(run: Run, { client, clock, origin, rightOrigin }: TypedText): boolean {
  const end = run.clock + run.text.length;
  return (
    client === run.client &&
    clock === end &&
    origin?.client === client &&
    origin.clock === end - 1 &&
    rightOrigin?.client === run.rightOrigin?.client &&
    rightOrigin?.clock === run.rightOrigin?.clock
  );
}

// The string with its length, then the empty delete set.
function encode({ head, text }: Run): Uint8Array {
  let size = '';
  let rest = Buffer.byteLength(text);
  for (; rest >= 0x80; rest >>>= 7) size += String.fromCharCode((rest & 0x7f) | 0x80);
  const before = Buffer.from(head + size + String.fromCharCode(rest), 'latin1');
  return Buffer.concat([before, Buffer.from(`${text}\0`)]);
}
