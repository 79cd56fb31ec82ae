import type { Buffer } from '../buffer.ts';
import type { Core } from '../core.ts';
import { DIGESTS } from './digests.ts';

/** Bytes of a block of these hashes, for keyed ones. */
const BLOCK = 64;

type Digest = (bytes: Uint8Array) => Uint8Array;

/** A hash or a keyed hash that takes its data in parts. */
class Hash {
  readonly #parts: Buffer[] = [];
  readonly #finish: Digest;
  readonly #type: typeof Buffer;

  constructor(finish: Digest, type: typeof Buffer) {
    this.#finish = finish;
    this.#type = type;
  }

  update(data: string | Uint8Array, encoding?: unknown): this {
    this.#parts.push(this.#type.from(data as never, encoding));
    return this;
  }

  digest(encoding?: unknown): Buffer | string {
    const bytes = this.#type.from(this.#finish(this.#type.concat(this.#parts)) as never);
    return encoding === undefined ? bytes : bytes.toString(encoding);
  }
}

/** Returns the module `crypto`: random values, and the hashes that need no waiting. */
export function cryptoModule({ loop, Buffer: Bytes }: Pick<Core, 'loop' | 'Buffer'>) {
  const randomBytes = (size: number, then?: (error: null, bytes: Buffer) => void) => {
    const bytes = Bytes.alloc(size);
    for (let start = 0; start < size; start += 65_536) crypto.getRandomValues(bytes.subarray(start, start + 65_536));
    if (then !== undefined) loop.poll(() => then(null, bytes));
    return bytes;
  };
  const randomInt = (one: number, other?: number) => {
    const [min, max] = other === undefined ? [0, one] : [one, other];
    const bytes = randomBytes(8);
    const share = Number(new DataView(bytes.buffer).getBigUint64(0) >> 11n) / 2 ** 53;
    return min + Math.floor(share * (max - min));
  };
  return {
    webcrypto: crypto,
    subtle: crypto.subtle,
    getRandomValues: <T extends ArrayBufferView<ArrayBuffer>>(array: T) => crypto.getRandomValues(array),
    randomBytes,
    randomInt,
    randomUUID,
    createHash: (name: string) => new Hash(digestOf(name), Bytes),
    createHmac: (name: string, key: string | Uint8Array) =>
      new Hash(keyed(digestOf(name), Bytes.from(key as never)), Bytes),
    hash: (name: string, data: string | Uint8Array, encoding: unknown = 'hex') =>
      new Hash(digestOf(name), Bytes).update(data).digest(encoding),
    getHashes: () => Object.keys(DIGESTS),
    timingSafeEqual: (one: Uint8Array, other: Uint8Array) => Bytes.from(one as never).equals(other),
  };

  /** The browser's own is missing on pages without https. */
  function randomUUID(): string {
    const bytes = randomBytes(16);
    bytes[6] = ((bytes[6] ?? 0) & 0x0f) | 0x40;
    bytes[8] = ((bytes[8] ?? 0) & 0x3f) | 0x80;
    return bytes.toString('hex').replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-');
  }
}

function digestOf(name: string): Digest {
  const digest = DIGESTS[name.toLowerCase().replaceAll('-', '')];
  if (digest === undefined)
    throw new Error(`There is no hash '${name}' here. There are ${Object.keys(DIGESTS).join(', ')}.`);
  return digest;
}

/** Returns the keyed form of a hash (RFC 2104). */
function keyed(digest: Digest, key: Uint8Array): Digest {
  const padded = new Uint8Array(BLOCK);
  padded.set(key.length > BLOCK ? digest(key) : key);
  const mixed = (byte: number, bytes: Uint8Array) =>
    digest(Uint8Array.from([...padded.map((each) => each ^ byte), ...bytes]));
  return (bytes) => mixed(0x5c, mixed(0x36, bytes));
}
