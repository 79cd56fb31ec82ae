import { ByteReader } from '../yjs/byte-reader.ts';
import { TypedRuns } from '../yjs/typed-runs.ts';
import { readTypedTextAt } from '../yjs/typed-text.ts';
import { SERVER } from './update-author.ts';

/** An update of the log as replay needs it. */
export interface LoggedUpdate {
  /** A participant, the server for what a node wrote for a plain client, or nobody. */
  writer: string | null;
  bytes: Uint8Array;
}

const LENGTH_BYTES = 4;
const ID_BYTES = 16;
/** Stands for nobody, as hexadecimal digits. */
const NOBODY_ID_HEX = '00'.repeat(ID_BYTES);
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
  readonly #writers = new Map<string, string | null>([
    [NOBODY_ID_HEX, null],
    [SERVER_ID_HEX, SERVER],
  ]);
  #rowCount = 0;
  #id: Buffer = Buffer.alloc(ID_BYTES);
  #writer: string | null = null;

  add(packed: Buffer): void {
    const read = new ByteReader(packed);
    for (let idAt = LENGTH_BYTES; idAt < packed.length;) {
      const start = idAt + ID_BYTES;
      const end = start + packed.readUInt32BE(idAt - LENGTH_BYTES);
      if (!isAt(packed, idAt, this.#id)) this.#nowWrites(packed.subarray(idAt, start));
      read.goTo(start);
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

  #nowWrites(id: Buffer): void {
    this.#endRuns();
    const hex = id.toString('hex');
    const writer = this.#writers.get(hex);
    this.#writer = writer === undefined ? uuidOf(hex) : writer;
    this.#writers.set(hex, this.#writer);
    this.#id = id;
  }

  #endRuns(): void {
    for (const bytes of this.#runs.take()) this.#updates.push({ writer: this.#writer, bytes });
  }
}

// In steps: a call of Buffer's comparison takes longer than all of them.
function isAt(bytes: Buffer, start: number, id: Buffer): boolean {
  for (let at = 0; at < ID_BYTES; at++) if (bytes[start + at] !== id[at]) return false;
  return true;
}

function uuidOf(hex: string): string {
  return [hex.slice(0, 8), hex.slice(8, 12), hex.slice(12, 16), hex.slice(16, 20), hex.slice(20)].join('-');
}
