import { createDecoder, readUint8, readVarUint, type Decoder } from 'lib0/decoding';

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
 * recognized from its bytes alone, much faster than Yjs decodes it; if an update is doubtful, it is not typed text.
 */
export interface TypedText extends Position {
  text: string;
  /** The neighbours it was typed between; at least one is present. */
  origin: Position | null;
  rightOrigin: Position | null;
  /** Offset in the update of its string, length included. */
  stringAt: number;
}

/** Returns the typed text of an update, or null if it is anything else. */
export function readTypedText(update: Uint8Array): TypedText | null {
  return readTypedTextAt(update, createDecoder(update), update.length);
}

/** True if text follows the last text of its writer: Yjs merges the two, and scans only the items inserted between. */
export function continuesOwnText({ client, clock, origin }: TypedText): boolean {
  return origin !== null && origin.client === client && origin.clock === clock - 1;
}

/**
 * Returns the typed text of an update within `bytes`, from the position of `decoder` to `end`, or null. The decoder
 * stops at an unspecified position.
 */
export function readTypedTextAt(bytes: Uint8Array, decoder: Decoder, end: number): TypedText | null {
  try {
    return decodeTypedText(bytes, decoder, end);
  } catch {
    // The bytes ended early, or a number was too large.
    return null;
  }
}

function decodeTypedText(bytes: Uint8Array, decoder: Decoder, end: number): TypedText | null {
  const start = decoder.pos;
  if (readVarUint(decoder) !== 1 || readVarUint(decoder) !== 1) return null;
  const client = readVarUint(decoder);
  const clock = readVarUint(decoder);
  const info = readUint8(decoder);
  if ((info & ~(HAS_ORIGIN | HAS_RIGHT_ORIGIN)) !== STRING_ITEM || info === STRING_ITEM) return null;
  const origin = info & HAS_ORIGIN ? readPosition(decoder) : null;
  const rightOrigin = info & HAS_RIGHT_ORIGIN ? readPosition(decoder) : null;
  const stringAt = decoder.pos - start;
  const size = readVarUint(decoder);
  const at = decoder.pos;
  // The string is followed by the empty delete set, and nothing more.
  if (size < 1 || at + size + 1 !== end || bytes[at + size] !== 0) return null;
  const text = printable(bytes, at, at + size);
  return text === null ? null : { client, clock, text, origin, rightOrigin, stringAt };
}

function readPosition(decoder: Decoder): Position {
  return { client: readVarUint(decoder), clock: readVarUint(decoder) };
}

// Returns the string if it is valid UTF-8 whose only control characters are tab and line feed, else null.
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
  return readVarUint(createDecoder(update));
}

/** Returns the writer of an update: undefined if it only deletes, null if it has several, which only decoding finds. */
export function soleWriterOf(update: Uint8Array): number | null | undefined {
  const decoder = createDecoder(update);
  const clients = readVarUint(decoder);
  if (clients === 0) return undefined;
  readVarUint(decoder);
  return clients === 1 ? readVarUint(decoder) : null;
}
