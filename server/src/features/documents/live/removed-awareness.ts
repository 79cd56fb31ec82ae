import { ByteReader } from '../yjs/byte-reader.ts';

/** The state of who is gone, as JSON in a string of Yjs's encoding. */
const NO_STATE = [4, ...Buffer.from('null')];
const ONE_CLIENT = 1;

/**
 * The cursor payload that takes back one that was sent before, both as base64: the same client and clock, and no
 * state. Null when what was sent is not one cursor.
 */
export function cursorGone(sent: string): string | null {
  const bytes = Buffer.from(sent, 'base64');
  const read = new ByteReader(bytes);
  if (read.uint() !== ONE_CLIENT) return null;
  read.uint();
  read.uint();
  if (read.isBroken) return null;
  return Buffer.concat([bytes.subarray(0, read.at), Buffer.from(NO_STATE)]).toString('base64');
}
