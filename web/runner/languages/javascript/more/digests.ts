type Digest = (bytes: Uint8Array) => Uint8Array;

const rotateLeft = (word: number, by: number) => (word << by) | (word >>> (32 - by));
const rotateRight = (word: number, by: number) => (word >>> by) | (word << (32 - by));

/** Returns the first 32 bits behind the point of the roots of the first primes (FIPS 180-4, 4.2.2 and 5.3.3). */
function primeRoots(count: number, power: number): number[] {
  const primes: number[] = [];
  for (let number = 2; primes.length < count; number++)
    if (primes.every((prime) => number % prime !== 0)) primes.push(number);
  return primes.map((prime) => Math.floor((prime ** power % 1) * 2 ** 32));
}

const SHA256_WORDS = primeRoots(64, 1 / 3);
const SHA256_START = primeRoots(8, 1 / 2);
/** RFC 1321, 3.4. */
const MD5_WORDS = Array.from({ length: 64 }, (_each, index) => Math.floor(Math.abs(Math.sin(index + 1)) * 2 ** 32));
const MD5_TURNS = [7, 12, 17, 22, 5, 9, 14, 20, 4, 11, 16, 23, 6, 10, 15, 21];

/** Returns the data with its length behind it, in whole blocks of 64 bytes. */
function blocksOf(bytes: Uint8Array, isLittle: boolean): DataView {
  const padded = new Uint8Array(Math.ceil((bytes.length + 9) / 64) * 64);
  padded.set(bytes);
  padded[bytes.length] = 0x80;
  const view = new DataView(padded.buffer);
  view.setBigUint64(padded.length - 8, BigInt(bytes.length) * 8n, isLittle);
  return view;
}

/** Returns a hash that mixes each block of 16 words into its state. */
function digestOf(
  start: readonly number[],
  isLittle: boolean,
  mix: (state: number[], words: number[]) => number[],
): Digest {
  return (bytes) => {
    const view = blocksOf(bytes, isLittle);
    let state = [...start];
    for (let offset = 0; offset < view.byteLength; offset += 64) {
      const words = Array.from({ length: 16 }, (_each, index) => view.getUint32(offset + index * 4, isLittle));
      const mixed = mix([...state], words);
      state = state.map((word, index) => (word + (mixed[index] ?? 0)) | 0);
    }
    const result = new DataView(new ArrayBuffer(state.length * 4));
    for (const [index, word] of state.entries()) result.setInt32(index * 4, word, isLittle);
    return new Uint8Array(result.buffer);
  };
}

function mixSha256(state: number[], words: number[]): number[] {
  let [a = 0, b = 0, c = 0, d = 0, e = 0, f = 0, g = 0, h = 0] = state;
  for (let index = 0; index < 64; index++) {
    if (index >= 16) {
      const [early = 0, late = 0] = [words[index - 15], words[index - 2]];
      const low = rotateRight(early, 7) ^ rotateRight(early, 18) ^ (early >>> 3);
      const high = rotateRight(late, 17) ^ rotateRight(late, 19) ^ (late >>> 10);
      words[index] = ((words[index - 16] ?? 0) + low + (words[index - 7] ?? 0) + high) | 0;
    }
    const high = rotateRight(e, 6) ^ rotateRight(e, 11) ^ rotateRight(e, 25);
    const first = (h + high + ((e & f) ^ (~e & g)) + (SHA256_WORDS[index] ?? 0) + (words[index] ?? 0)) | 0;
    const low = rotateRight(a, 2) ^ rotateRight(a, 13) ^ rotateRight(a, 22);
    const second = (low + ((a & b) ^ (a & c) ^ (b & c))) | 0;
    [h, g, f, e, d, c, b, a] = [g, f, e, (d + first) | 0, c, b, a, (first + second) | 0];
  }
  return [a, b, c, d, e, f, g, h];
}

function mixSha1(state: number[], words: number[]): number[] {
  let [a = 0, b = 0, c = 0, d = 0, e = 0] = state;
  for (let index = 0; index < 80; index++) {
    const before = (back: number) => words[index - back] ?? 0;
    if (index >= 16) words[index] = rotateLeft(before(3) ^ before(8) ^ before(14) ^ before(16), 1);
    const part = Math.floor(index / 20);
    const chosen = part === 0 ? (b & c) | (~b & d) : part === 2 ? (b & c) | (b & d) | (c & d) : b ^ c ^ d;
    const constant = [0x5a827999, 0x6ed9eba1, 0x8f1bbcdc, 0xca62c1d6][part] ?? 0;
    const next = (rotateLeft(a, 5) + chosen + e + constant + before(0)) | 0;
    [e, d, c, b, a] = [d, c, rotateLeft(b, 30), a, next];
  }
  return [a, b, c, d, e];
}

function mixMd5(state: number[], words: number[]): number[] {
  let [a = 0, b = 0, c = 0, d = 0] = state;
  for (let index = 0; index < 64; index++) {
    const part = Math.floor(index / 16);
    const chosen = [(b & c) | (~b & d), (d & b) | (~d & c), b ^ c ^ d, c ^ (b | ~d)][part] ?? 0;
    const place = [index, 5 * index + 1, 3 * index + 5, 7 * index][part] ?? 0;
    const sum = (a + chosen + (MD5_WORDS[index] ?? 0) + (words[place % 16] ?? 0)) | 0;
    [a, d, c, b] = [d, c, b, (b + rotateLeft(sum, MD5_TURNS[part * 4 + (index % 4)] ?? 0)) | 0];
  }
  return [a, b, c, d];
}

const FOUR = [0x67452301, 0xefcdab89, 0x98badcfe, 0x10325476];

/** Hashes by name. */
export const DIGESTS: Readonly<Record<string, Digest>> = {
  md5: digestOf(FOUR, true, mixMd5),
  sha1: digestOf([...FOUR, 0xc3d2e1f0], false, mixSha1),
  sha256: digestOf(SHA256_START, false, mixSha256),
};
