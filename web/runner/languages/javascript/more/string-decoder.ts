import { encodingOf, textOf } from '../encoding.ts';

/** Decodes parts of a text whose characters may be cut. */
export class StringDecoder {
  readonly encoding: string;
  readonly #decoder: TextDecoder | undefined;

  constructor(encoding?: unknown) {
    this.encoding = encodingOf(encoding);
    this.#decoder = this.encoding.startsWith('utf')
      ? new TextDecoder(this.encoding.replace('utf', 'utf-'), { ignoreBOM: true })
      : undefined;
  }

  write(part: Uint8Array): string {
    return this.#decoder?.decode(part, { stream: true }) ?? textOf(part, this.encoding);
  }

  end(part?: Uint8Array): string {
    return (part === undefined ? '' : this.write(part)) + (this.#decoder?.decode() ?? '');
  }
}
