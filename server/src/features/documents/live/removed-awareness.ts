import { createDecoder, readVarUint } from 'lib0/decoding';

/** The JSON `null` as a Yjs string: length, then bytes. */
const NULL_STATE = [4, ...Buffer.from('null')];
const ONE_CLIENT = 1;

/**
 * Returns the awareness update that removes a cursor sent before, both as base64: same client and clock, null state.
 * Returns null if `sent` does not hold exactly one cursor.
 */
export function removedAwareness(sent: string): string | null {
  const bytes = Buffer.from(sent, 'base64');
  const end = clockEnd(bytes);
  if (end === null) return null;
  return Buffer.concat([bytes.subarray(0, end), Buffer.from(NULL_STATE)]).toString('base64');
}

// The offset after the count of clients, the client id and the clock; null if there is not exactly one cursor.
function clockEnd(bytes: Buffer): number | null {
  const decoder = createDecoder(bytes);
  try {
    if (readVarUint(decoder) !== ONE_CLIENT) return null;
    readVarUint(decoder);
    readVarUint(decoder);
    return decoder.pos;
  } catch {
    return null;
  }
}
