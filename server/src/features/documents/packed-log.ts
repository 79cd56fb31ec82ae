import { ByteReader } from './byte-reader.ts';
import { TypedRuns } from './typed-runs.ts';
import { readTypedTextAt } from './typed-text.ts';
import { SERVER } from './written-by.ts';

/** An update of the log as replay needs it. */
export interface LoggedUpdate {
  /** A participant, the server for what a node wrote for a plain client, or nobody. */
  writer: string | null;
  bytes: Uint8Array;
}

const LENGTH_BYTES = 4;
const ID_BYTES = 16;
/** Stands for nobody, as hexadecimal digits. */
const NOBODY_HEX = '00'.repeat(ID_BYTES);
/** Stands for the server, as hexadecimal digits. */
export const SERVER_ID_HEX = 'ff'.repeat(ID_BYTES);

/**
 * Takes apart updates that the database put together: each with its length, its writer and its bytes. What one types on
 * becomes one update again, in place: thousands of rows of a few bytes cost a node more to hold one by one than to apply.
 */
export function unpackUpdates(parts: Uint8Array[]): { updates: LoggedUpdate[]; rowCount: number } {
  const unpacking = new Unpacking();
  for (const part of parts) unpacking.add(Buffer.from(part.buffer, part.byteOffset, part.byteLength));
  return unpacking.finish();
}

class Unpacking {
  readonly #updates: LoggedUpdate[] = [];
  readonly #runs = new TypedRuns();
  #rowCount = 0;
  #id: Buffer = Buffer.alloc(ID_BYTES);

  add(packed: Buffer): void {
    const read = new ByteReader(packed);
    for (let idAt = LENGTH_BYTES; idAt < packed.length;) {
      const start = idAt + ID_BYTES;
      const end = start + packed.readUInt32BE(idAt - LENGTH_BYTES);
      if (!isAt(packed, idAt, this.#id)) {
        this.#endRuns();
        this.#id = packed.subarray(idAt, start);
      }
      read.at = start;
      const typed = readTypedTextAt(packed, read, end);
      if (!typed || !this.#runs.goOn(typed)) this.#runs.add(packed.subarray(start, end), typed);
      this.#rowCount++;
      idAt = end + LENGTH_BYTES;
    }
  }

  finish(): { updates: LoggedUpdate[]; rowCount: number } {
    this.#endRuns();
    return { updates: this.#updates, rowCount: this.#rowCount };
  }

  #endRuns(): void {
    const writer = writerOf(this.#id.toString('hex'));
    for (const bytes of this.#runs.take()) this.#updates.push({ writer, bytes });
  }
}

// In steps: a call of Buffer's comparison takes longer than all of them.
function isAt(bytes: Buffer, start: number, id: Buffer): boolean {
  for (let at = 0; at < ID_BYTES; at++) if (bytes[start + at] !== id[at]) return false;
  return true;
}

function writerOf(hex: string): string | null {
  if (hex === NOBODY_HEX) return null;
  if (hex === SERVER_ID_HEX) return SERVER;
  return [hex.slice(0, 8), hex.slice(8, 12), hex.slice(12, 16), hex.slice(16, 20), hex.slice(20)].join('-');
}
