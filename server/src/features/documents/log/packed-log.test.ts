import { SHARED_TEXT } from '@cip/contracts/rooms/text-limits';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import * as Y from 'yjs';
import { SERVER_ID_HEX, unpackUpdates, type LoggedUpdate } from './packed-log.ts';
import { TypedRuns } from '../yjs/typed-runs.ts';
import { readTypedText } from '../yjs/typed-text.ts';
import { SERVER_AUTHOR } from './update-author.ts';

const ADA = '0a9de4b5-4c0e-4f5e-9b1a-3a54a2d86f10';
const INES = '7c2f5b1e-90d3-4c3e-8a40-52d4a1f0b6c2';

/** Packs rows as the database does. */
function pack(rows: LoggedUpdate[]): Uint8Array {
  return Buffer.concat(
    rows.flatMap(({ writer, bytes }) => {
      const length = Buffer.alloc(4);
      length.writeUInt32BE(bytes.length);
      const hex = writer === SERVER_AUTHOR ? SERVER_ID_HEX : (writer?.replaceAll('-', '') ?? '00'.repeat(16));
      return [length, Buffer.from(hex, 'hex'), bytes];
    }),
  );
}

/** The updates of typing a text, one per character. */
function typed(text: string, doc = new Y.Doc()): Uint8Array[] {
  const updates: Uint8Array[] = [];
  const collect = (update: Uint8Array) => updates.push(update);
  doc.on('update', collect);
  const shared = doc.getText(SHARED_TEXT);
  for (const character of text) shared.insert(shared.length, character);
  doc.off('update', collect);
  return updates;
}

function textOf(updates: LoggedUpdate[]): string {
  const doc = new Y.Doc();
  for (const { bytes } of updates) Y.applyUpdate(doc, bytes);
  return doc.getText(SHARED_TEXT).toJSON();
}

test('unpacks the rows of all writers unchanged, in any number of parts', () => {
  const row = fc.record({
    writer: fc.constantFrom(null, SERVER_AUTHOR, ADA, INES),
    // Not typed text: each row stays as it is.
    bytes: fc.uint8Array({ maxLength: 40 }).map((bytes) => new Uint8Array([9, ...bytes])),
  });
  fc.assert(
    fc.property(fc.array(fc.array(row, { minLength: 1 })), (parts) => {
      const { updates, rowCount } = unpackUpdates(parts.map(pack));
      expect(updates.map(({ writer, bytes }) => ({ writer, bytes: new Uint8Array(bytes) }))).toEqual(parts.flat());
      expect(rowCount).toBe(parts.flat().length);
    }),
  );
});

/** Merges rows one by one, each with its own reader. */
function oneByOne(rows: LoggedUpdate[]): LoggedUpdate[] {
  const merged: LoggedUpdate[] = [];
  for (let at = 0; at < rows.length;) {
    const runs = new TypedRuns();
    const { writer } = rows[at] ?? { writer: null };
    for (; at < rows.length && rows[at]?.writer === writer; at++) {
      const { bytes } = rows[at] ?? { bytes: new Uint8Array() };
      runs.add(bytes, readTypedText(bytes));
    }
    merged.push(...runs.take().map((bytes) => ({ writer, bytes })));
  }
  return merged;
}

test('reads typed text in packed rows as in single rows', () => {
  const [first = new Uint8Array(), ...rest] = typed('abcdefgh');
  // An overlong number must not affect the rows after it.
  const tooLong = new Uint8Array([1, 1, ...Array.from({ length: 9 }, () => 0xff), 1]);
  const bytes = fc.oneof(
    { weight: 6, arbitrary: fc.constantFrom(first, ...rest) },
    fc.constantFrom(...rest.map((row) => row.subarray(0, -1))),
    fc.constantFrom(new Uint8Array(), tooLong, new Uint8Array([1, 1])),
    fc.uint8Array({ maxLength: 20 }),
  );
  const row = fc.record({ writer: fc.constantFrom(null, SERVER_AUTHOR, ADA, ADA, ADA), bytes });
  const inOrder = fc.constant([first, ...rest].map((each) => ({ writer: ADA, bytes: each })));
  const stretch = fc.oneof(fc.array(row, { minLength: 1 }), inOrder);
  fc.assert(
    fc.property(fc.array(stretch), (parts) => {
      const plain = (update: LoggedUpdate) => ({ ...update, bytes: new Uint8Array(update.bytes) });
      const { updates, rowCount } = unpackUpdates(parts.map(pack));
      expect(updates.map(plain)).toEqual(oneByOne(parts.flat()).map(plain));
      expect(rowCount).toBe(parts.flat().length);
    }),
    { numRuns: 500 },
  );
});

test('merges consecutive typing into one update, across parts too', () => {
  const rows = typed('SELECT 1;').map((bytes) => ({ writer: ADA, bytes }));
  const { updates, rowCount } = unpackUpdates([pack(rows.slice(0, 4)), pack(rows.slice(4))]);
  // The first character has no neighbour to name.
  expect(updates.map(({ writer }) => writer)).toEqual([ADA, ADA]);
  expect([textOf(updates), rowCount]).toEqual(['SELECT 1;', 9]);
});

test('keeps contiguous typing of two writers apart', () => {
  const rows = typed('abcdef').map((bytes, nth) => ({ writer: nth < 3 ? ADA : INES, bytes }));
  const { updates } = unpackUpdates([pack(rows)]);
  expect(updates.map(({ writer }) => writer)).toEqual([ADA, ADA, INES]);
  expect(textOf(updates)).toBe('abcdef');
});
