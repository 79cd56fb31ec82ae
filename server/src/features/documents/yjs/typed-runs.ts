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
    if (typed && this.goOn(typed)) return;
    this.#finish();
    if (typed) this.#run = begin(update, typed);
    else this.#done.push(update);
  }

  /** Adds what an update types when it goes on where the last one ended; its bytes are not needed then. */
  goOn(typed: TypedText): boolean {
    if (!this.#run || !continues(this.#run, typed)) return false;
    this.#run.text += typed.text;
    return true;
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

function begin(update: Uint8Array, { client, clock, text, rightOrigin, stringAt }: TypedText): Run {
  const head = Buffer.from(update.buffer, update.byteOffset, stringAt).toString('latin1');
  return { client, clock, text, rightOrigin, head };
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

// The string with its size before it, then the empty set of deletions.
function encode({ head, text }: Run): Uint8Array {
  let size = '';
  let rest = Buffer.byteLength(text);
  for (; rest >= 0x80; rest >>>= 7) size += String.fromCharCode((rest & 0x7f) | 0x80);
  const before = Buffer.from(head + size + String.fromCharCode(rest), 'latin1');
  return Buffer.concat([before, Buffer.from(`${text}\0`)]);
}
