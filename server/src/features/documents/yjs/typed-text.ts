import { ByteReader } from './byte-reader.ts';

/** Info byte of a Yjs item that holds a string: its kind in the low bits, then which neighbours are named. */
const STRING_ITEM = 4;
const HAS_ORIGIN = 0x80;
const HAS_RIGHT_ORIGIN = 0x40;

/** The place of one character: a writer's Yjs client id and the number of the character there. */
export interface Place {
  client: number;
  clock: number;
}

/**
 * An update that inserts printable text in one place and does nothing else: nearly all there is while people type. It
 * is known from its bytes alone, much faster than Yjs decodes it; whatever is not surely this is not this.
 */
export interface TypedText extends Place {
  text: string;
  /** The neighbours it was typed between; at least one is named. */
  origin: Place | null;
  rightOrigin: Place | null;
  /** Where in the update its string begins, with its length. */
  stringAt: number;
}

/** The text an update types, or null when it is anything else. */
export function readTypedText(update: Uint8Array): TypedText | null {
  return readTypedTextAt(update, new ByteReader(update), update.length);
}

/** Whether text follows what its writer typed last: it becomes one with it, and passes only what was put between. */
export function goesOn({ client, clock, origin }: TypedText): boolean {
  return origin !== null && origin.client === client && origin.clock === clock - 1;
}

/** The same of an update among others, from where the reader of `bytes` is to `end`. Where it stops is not said. */
export function readTypedTextAt(bytes: Uint8Array, read: ByteReader, end: number): TypedText | null {
  const start = read.at;
  if (read.uint() !== 1 || read.uint() !== 1) return null;
  const client = read.uint();
  const clock = read.uint();
  const info = read.byte();
  if ((info & ~(HAS_ORIGIN | HAS_RIGHT_ORIGIN)) !== STRING_ITEM || info === STRING_ITEM) return null;
  const origin = info & HAS_ORIGIN ? { client: read.uint(), clock: read.uint() } : null;
  const rightOrigin = info & HAS_RIGHT_ORIGIN ? { client: read.uint(), clock: read.uint() } : null;
  const stringAt = read.at - start;
  const size = read.uint();
  const { at } = read;
  // After the string comes the empty set of deletions, and the end.
  if (read.isBroken || size < 1 || at + size + 1 !== end || bytes[at + size] !== 0) return null;
  const text = printable(bytes, at, at + size);
  return text === null ? null : { client, clock, text, origin, rightOrigin, stringAt };
}

// UTF-8 as Yjs writes it. Of the characters that are no signs only tab and line feed are text.
function printable(bytes: Uint8Array, start: number, end: number): string | null {
  let isAscii = true;
  for (let at = start; at < end; at++) {
    const byte = bytes[at] ?? 0;
    if ((byte < 0x20 && byte !== 0x09 && byte !== 0x0a) || byte === 0x7f) return null;
    isAscii &&= byte < 0x80;
  }
  if (isAscii && end - start === 1) return String.fromCharCode(bytes[start] ?? 0);
  const buffer = Buffer.from(bytes.buffer, bytes.byteOffset + start, end - start);
  if (isAscii) return buffer.toString('latin1');
  const text = buffer.toString('utf8');
  return Buffer.from(text).equals(buffer) ? text : null;
}

/** How many writers an update says it has. */
export function writerCountOf(update: Uint8Array): number {
  return new ByteReader(update).uint();
}

/** The writer of an update; none when it only deletes, null when there are several, which only decoding tells. */
export function soleWriterOf(update: Uint8Array): number | null | undefined {
  const read = new ByteReader(update);
  const clients = read.uint();
  if (clients === 0) return undefined;
  read.uint();
  return clients === 1 ? read.uint() : null;
}
