/** Reads Yjs's variable-length numbers: seven bits a byte, the lowest first; the eighth says that more follow. */
export class ByteReader {
  at = 0;
  /** More was asked for than there is, or a number was too large. */
  isBroken = false;
  readonly #bytes: Uint8Array;

  constructor(bytes: Uint8Array) {
    this.#bytes = bytes;
  }

  /** Goes to another place, whatever was wrong with the last one. */
  goTo(at: number): void {
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
