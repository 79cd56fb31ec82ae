/**
 * Reads Yjs's variable-length integers: seven bits a byte, lowest first; the eighth bit means that more bytes follow.
 */
export class ByteReader {
  at = 0;
  /** True after a read past the end, or of a number with more than 49 bits. */
  isBroken = false;
  readonly #bytes: Uint8Array;

  constructor(bytes: Uint8Array) {
    this.#bytes = bytes;
  }

  /** Moves to an offset and clears `isBroken`. */
  seek(at: number): void {
    this.at = at;
    this.isBroken = false;
  }

  byte(): number {
    const byte = this.#bytes[this.at++];
    if (byte !== undefined) return byte;
    this.isBroken = true;
    return 0;
  }

  uint(): number {
    let value = 0;
    for (let factor = 1; factor <= 2 ** 42; factor *= 0x80) {
      const byte = this.byte();
      value += (byte & 0x7f) * factor;
      if (byte < 0x80) return value;
    }
    this.isBroken = true;
    return 0;
  }
}
