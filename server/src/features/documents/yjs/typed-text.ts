import { ByteReader } from './byte-reader.ts';

/** Info byte of a Yjs item with a string: content type in the low bits, then flags for the origins it names. */
const STRING_ITEM = 4;
const HAS_ORIGIN = 0x80;
const HAS_RIGHT_ORIGIN = 0x40;

/** The position of one character: Yjs client id of its writer, and clock. */
export interface Position {
  client: number;
  clock: number;
}

/**
 * An update that inserts printable text in one place and does nothing else: nearly all updates while people type. It is
 * recognized from its bytes alone, much faster than Yjs decodes it; any doubtful update is not typed text.
 */
export interface TypedText extends Position {
  text: string;
  /** The neighbours it was typed between; at least one is present. */
  origin: Position | null;
  rightOrigin: Position | null;
  /** Offset in the update of its string, length included. */
  stringAt: number;
}

/** Returns the typed text of an update, or null when it is anything else. */
export function readTypedText(update: Uint8Array): TypedText | null {
  return readTypedTextAt(update, new ByteReader(update), update.length);
}

/** Whether text follows the last text of its writer: Yjs merges the two, and scans only what was inserted between. */
export function continuesOwnText({ client, clock, origin }: TypedText): boolean {
  return origin !== null && origin.client === client && origin.clock === clock - 1;
}

/**
 * Returns the typed text of an update within `bytes`, from the position of `read` to `end`, or null. The reader stops
 * at an unspecified position.
 */
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
  // The string is followed by the empty delete set, and nothing more.
  if (read.isBroken || size < 1 || at + size + 1 !== end || bytes[at + size] !== 0) return null;
  const text = printable(bytes, at, at + size);
  return text === null ? null : { client, clock, text, origin, rightOrigin, stringAt };
}

// Returns the string when it is valid UTF-8 whose only control characters are tab and line feed, else null.
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

/** Returns how many writers an update claims to have. */
export function writerCountOf(update: Uint8Array): number {
  return new ByteReader(update).uint();
}

/**
 * Returns the writer of an update: undefined when it only deletes, null when it has several, which only decoding finds.
 */
export function soleWriterOf(update: Uint8Array): number | null | undefined {
  const read = new ByteReader(update);
  const clients = read.uint();
  if (clients === 0) return undefined;
  read.uint();
  return clients === 1 ? read.uint() : null;
}
