const BLOCK_BYTES = 512;
const NAME_BYTES = 100;
const SIZE_AT = 124;
const SIZE_DIGITS = 12;
const KIND_AT = 156;

/** Yields the files of a tar archive. */
export function* filesOf(tar: Uint8Array): Generator<{ name: string; content: Uint8Array }> {
  const text = (from: number, length: number) =>
    new TextDecoder().decode(tar.subarray(from, from + length)).replace(/\0.*$/s, '');
  for (let at = 0; at + BLOCK_BYTES <= tar.length && tar[at] !== 0;) {
    const size = Number.parseInt(text(at + SIZE_AT, SIZE_DIGITS), 8) || 0;
    const start = at + BLOCK_BYTES;
    if (['0', ''].includes(text(at + KIND_AT, 1)))
      yield { name: text(at, NAME_BYTES), content: tar.slice(start, start + size) };
    at = start + Math.ceil(size / BLOCK_BYTES) * BLOCK_BYTES;
  }
}
