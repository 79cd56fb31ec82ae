/** The input of a program: the text it has before it starts, and the lines typed while it runs. */
export class Input {
  /** True if the program read beyond the end. */
  isExceeded = false;
  #text: string;
  #position = 0;
  #isClosed = false;
  /** The rest of the input, for programs that read bytes. */
  #bytes: Uint8Array | undefined;

  constructor(text: string) {
    this.#text = text;
  }

  /** After the text was read to its end, continues it with typed lines; null ends it for good. */
  add(typed: string | null): void {
    this.isExceeded = false;
    this.#isClosed = typed === null;
    this.#text = typed === null ? '' : `${typed}\n`;
    this.#position = 0;
    this.#bytes = undefined;
  }

  /** True if it was ended on purpose, so that no more lines are requested. */
  get isClosed(): boolean {
    return this.#isClosed;
  }

  /** Notes that the program read beyond the end, if it keeps the input itself. */
  exceed(): void {
    this.isExceeded = true;
  }

  get isEmpty(): boolean {
    return this.#text === '';
  }

  /** Returns the next line without its line break; null at the end. */
  readLine(): string | null {
    if (this.#position >= this.#text.length) {
      this.isExceeded = true;
      return null;
    }
    const end = this.#text.indexOf('\n', this.#position);
    const line = this.#text.slice(this.#position, end < 0 ? undefined : end);
    this.#position = end < 0 ? this.#text.length : end + 1;
    return line.endsWith('\r') ? line.slice(0, -1) : line;
  }

  /** Returns the rest of the input. */
  readAll(): string {
    if (this.#position >= this.#text.length) this.isExceeded = true;
    const rest = this.#text.slice(this.#position);
    this.#position = this.#text.length;
    return rest;
  }

  /** Fills a buffer with the next bytes. Returns how many; 0 at the end. */
  readBytes(buffer: Uint8Array): number {
    this.#bytes ??= new TextEncoder().encode(this.#text.slice(this.#position));
    const part = this.#bytes.subarray(0, buffer.length);
    buffer.set(part);
    this.#bytes = this.#bytes.subarray(part.length);
    if (part.length === 0 && buffer.length > 0) this.isExceeded = !this.#isClosed;
    return part.length;
  }
}
