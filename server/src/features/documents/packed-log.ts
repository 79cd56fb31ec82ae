import { SERVER } from './written-by.ts';

/** An update of the log as replay needs it. */
export interface LoggedUpdate {
  /** A participant, the server for what a node wrote for a plain client, or nobody. */
  writer: string | null;
  bytes: Uint8Array;
}

const LENGTH_BYTES = 4;
const ID_BYTES = 16;
/** Stands for nobody. */
const NOBODY = '\0'.repeat(ID_BYTES);
/** Stands for the server, as hexadecimal digits. */
export const SERVER_ID_HEX = 'ff'.repeat(ID_BYTES);

/**
 * Takes apart updates that the database put together: each with its length, its writer and its bytes. Thousands
 * of rows of a few bytes cost a node more to receive one by one than to apply.
 */
export function unpackUpdates(packed: Uint8Array): LoggedUpdate[] {
  const bytes = Buffer.from(packed.buffer, packed.byteOffset, packed.byteLength);
  const updates: LoggedUpdate[] = [];
  const writers = new Map<string, string | null>([
    [NOBODY, null],
    [Buffer.from(SERVER_ID_HEX, 'hex').toString('latin1'), SERVER],
  ]);
  for (let at = 0; at < bytes.length;) {
    const idAt = at + LENGTH_BYTES;
    const start = idAt + ID_BYTES;
    const id = bytes.toString('latin1', idAt, start);
    let writer = writers.get(id);
    if (writer === undefined) {
      writer = uuidOf(bytes.toString('hex', idAt, start));
      writers.set(id, writer);
    }
    const end = start + bytes.readUInt32BE(at);
    updates.push({ writer, bytes: bytes.subarray(start, end) });
    at = end;
  }
  return updates;
}

function uuidOf(hex: string): string {
  return [hex.slice(0, 8), hex.slice(8, 12), hex.slice(12, 16), hex.slice(16, 20), hex.slice(20)].join('-');
}
