import { Buffer } from '../buffer.ts';
import type { Core } from '../node-modules.ts';
import { DIGESTS } from './digests.ts';

/** Bytes of a block of these hashes, for keyed ones. */
const BLOCK = 64;

type Digest = (bytes: Uint8Array) => Uint8Array;

/** A hash or a keyed hash that takes its data in parts. */
class Hash {
  readonly #parts: Buffer[] = [];
  readonly #finish: Digest;

  constructor(finish: Digest) {
    this.#finish = finish;
  }

  update(data: string | Uint8Array, encoding?: unknown): this {
    this.#parts.push(Buffer.from(data as never, encoding));
    return this;
  }

  digest(encoding?: unknown): Buffer | string {
    const bytes = Buffer.from(this.#finish(Buffer.concat(this.#parts)) as never);
    return encoding === undefined ? bytes : bytes.toString(encoding);
  }
}

/** Returns the module `crypto`: random values, and the hashes that need no waiting. */
export function cryptoModule({ loop }: Pick<Core, 'loop'>) {
  const randomBytes = (size: number, then?: (error: null, bytes: Buffer) => void) => {
    const bytes = Buffer.alloc(size);
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
    createHash: (name: string) => new Hash(digestOf(name)),
    createHmac: (name: string, key: string | Uint8Array) => new Hash(keyed(digestOf(name), Buffer.from(key as never))),
    hash: (name: string, data: string | Uint8Array, encoding: unknown = 'hex') =>
      new Hash(digestOf(name)).update(data).digest(encoding),
    getHashes: () => Object.keys(DIGESTS),
    timingSafeEqual: (one: Uint8Array, other: Uint8Array) => Buffer.from(one as never).equals(other),
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
  const padded = Buffer.alloc(BLOCK);
  padded.set(key.length > BLOCK ? digest(key) : key);
  const mixed = (byte: number) => Buffer.from(padded.map((each) => each ^ byte) as never);
  return (bytes) => digest(Buffer.concat([mixed(0x5c), digest(Buffer.concat([mixed(0x36), bytes]))]));
}
