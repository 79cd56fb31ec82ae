import type { Place, TypedText } from './typed-text.ts';

/** Text typed character after character, still growing. */
interface Run extends Place {
  /** The update's bytes up to its string, as Latin-1: where and by whom it was typed. */
  head: string;
  text: string;
  rightOrigin: Place | null;
}

/**
 * Puts together updates of people who type: what one types after the other at the same place becomes one update, as
 * if it had been pasted. Yjs makes the same of it (it merges such items), only slower.
 */
export class TypedRuns {
  readonly #done: Uint8Array[] = [];
  #run: Run | null = null;

  /** Adds an update that builds on none that is added later; `typed` is what it types if that is all it does. */
  add(update: Uint8Array, typed: TypedText | null): void {
    if (typed && this.#run && continues(this.#run, typed)) {
      this.#run.text += latin1(update, typed.textAt, typed.textAt + typed.length);
      return;
    }
    this.#finish();
    if (typed) this.#run = begin(update, typed);
    else this.#done.push(update);
  }

  /** Takes out what was added, in its order and as few updates. */
  take(): Uint8Array[] {
    this.#finish();
    return this.#done.splice(0);
  }

  #finish(): void {
    if (this.#run) this.#done.push(encode(this.#run));
    this.#run = null;
  }
}

function begin(update: Uint8Array, { client, clock, rightOrigin, stringAt, textAt, length }: TypedText): Run {
  const head = latin1(update, 0, stringAt);
  return { client, clock, rightOrigin, head, text: latin1(update, textAt, textAt + length) };
}

// The rule by which Yjs merges two items: the second follows the first, in its writer's time and in the text.
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

function latin1(bytes: Uint8Array, start: number, end: number): string {
  if (end === start + 1) return String.fromCharCode(bytes[start] ?? 0);
  return Buffer.from(bytes.buffer, bytes.byteOffset + start, end - start).toString('latin1');
}

// The string with its length before it, then the empty set of deletions.
function encode({ head, text }: Run): Uint8Array {
  let length = '';
  let rest = text.length;
  for (; rest >= 0x80; rest >>>= 7) length += String.fromCharCode((rest & 0x7f) | 0x80);
  return Buffer.from(`${head}${length}${String.fromCharCode(rest)}${text}\0`, 'latin1');
}
