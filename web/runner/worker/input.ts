/** The input of a program, which is complete before it starts. */
export class Input {
  /** Whether the program read beyond the end. */
  isExceeded = false;
  readonly #text: string;
  #position = 0;

  constructor(text: string) {
    this.#text = text;
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

  /** Returns what is left. */
  readAll(): string {
    if (this.#position >= this.#text.length) this.isExceeded = true;
    const rest = this.#text.slice(this.#position);
    this.#position = this.#text.length;
    return rest;
  }
}
