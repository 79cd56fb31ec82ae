import { ByteReader } from '../yjs/byte-reader.ts';

/** The JSON `null` as a Yjs string: length, then bytes. */
const NULL_STATE = [4, ...Buffer.from('null')];
const ONE_CLIENT = 1;

/**
 * Returns the awareness update that removes a cursor sent before, both as base64: same client and clock, null state.
 * Returns null when `sent` does not hold exactly one cursor.
 */
export function removedAwareness(sent: string): string | null {
  const bytes = Buffer.from(sent, 'base64');
  const read = new ByteReader(bytes);
  if (read.uint() !== ONE_CLIENT) return null;
  read.uint();
  read.uint();
  if (read.isBroken) return null;
  return Buffer.concat([bytes.subarray(0, read.at), Buffer.from(NULL_STATE)]).toString('base64');
}
