import { createDecoder } from 'lib0/decoding';
import { TypedRuns } from '../yjs/typed-runs.ts';
import { readTypedTextAt } from '../yjs/typed-text.ts';
import { SERVER_AUTHOR } from './update-author.ts';

/** An update of the log as a replay needs it. */
export interface LoggedUpdate {
  /** The participant id, the server for edits of a node, or null if unknown. */
  writer: string | null;
  bytes: Uint8Array;
}

const LENGTH_BYTES = 4;
const ID_BYTES = 16;
/** Stands for an unknown writer, in hexadecimal digits. */
const UNKNOWN_ID_HEX = '00'.repeat(ID_BYTES);
/** Stands for the server, in hexadecimal digits. */
export const SERVER_ID_HEX = 'ff'.repeat(ID_BYTES);

/**
 * Unpacks rows that the database packed: each with length, writer and bytes. Consecutive typing of one writer becomes
 * one update, in place, because holding thousands of small rows costs a node more than applying them.
 */
export function unpackUpdates(parts: Uint8Array[]): { updates: LoggedUpdate[]; rowCount: number } {
  const unpacker = new Unpacker();
  for (const part of parts) unpacker.add(Buffer.from(part.buffer, part.byteOffset, part.byteLength));
  return unpacker.finish();
}

class Unpacker {
  readonly #updates: LoggedUpdate[] = [];
  readonly #runs = new TypedRuns();
  readonly #writers = new Map<string, string | null>([
    [UNKNOWN_ID_HEX, null],
    [SERVER_ID_HEX, SERVER_AUTHOR],
  ]);
  #rowCount = 0;
  #id: Buffer = Buffer.alloc(ID_BYTES);
  #writer: string | null = null;

  add(packed: Buffer): void {
    const decoder = createDecoder(packed);
    for (let idAt = LENGTH_BYTES; idAt < packed.length;) {
      const start = idAt + ID_BYTES;
      const end = start + packed.readUInt32BE(idAt - LENGTH_BYTES);
      if (!hasIdAt(packed, idAt, this.#id)) this.#changeWriter(packed.subarray(idAt, start));
      decoder.pos = start;
      const typed = readTypedTextAt(packed, decoder, end);
      if (!typed || !this.#runs.extend(typed)) this.#runs.add(packed.subarray(start, end), typed);
      this.#rowCount++;
      idAt = end + LENGTH_BYTES;
    }
  }

  finish(): { updates: LoggedUpdate[]; rowCount: number } {
    this.#endRuns();
    return { updates: this.#updates, rowCount: this.#rowCount };
  }

  #changeWriter(id: Buffer): void {
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

// A loop, because a call of Buffer.compare takes longer than 16 steps.
function hasIdAt(bytes: Buffer, start: number, id: Buffer): boolean {
  for (let at = 0; at < ID_BYTES; at++) if (bytes[start + at] !== id[at]) return false;
  return true;
}

function uuidOf(hex: string): string {
  return [hex.slice(0, 8), hex.slice(8, 12), hex.slice(12, 16), hex.slice(16, 20), hex.slice(20)].join('-');
}
