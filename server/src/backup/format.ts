import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { pipeline } from 'node:stream/promises';
import { createGunzip } from 'node:zlib';
import { Type, type Static, type TSchema } from 'typebox';
import { Compile } from 'typebox/compile';

// A backup is compressed lines of JSON: a header, then each table followed by its rows, then a trailer with the digest
// of all lines before it. Values are in Postgres's text format, so that nothing is rounded.

const Name = Type.String({ pattern: '^[a-z_][a-z0-9_]{0,62}$' });
const FORMAT = 'code-interview-platform backup';

const First = Type.Object({
  format: Type.Literal(FORMAT),
  version: Type.Literal(1),
  createdAt: Type.String(),
  /** The migrations that ran. */
  migrations: Type.Array(Type.String({ pattern: '^[0-9]{4}-[a-z0-9-]+$' })),
});
const Table = Type.Object({
  table: Name,
  columns: Type.Array(Type.Object({ name: Name, type: Type.String({ pattern: '^[a-z][a-z0-9_ ]*(\\[\\])?$' }) })),
});
const Row = Type.Array(Type.Union([Type.String(), Type.Null()]));
const Last = Type.Object({
  counters: Type.Array(Type.Object({ table: Name, column: Name, value: Type.Integer({ minimum: 0 }) })),
  rows: Type.Integer({ minimum: 0 }),
  sha256: Type.String(),
});

export type FirstLine = Static<typeof First>;
export type LastLine = Static<typeof Last>;
export type TableLine = Static<typeof Table>;
export type RowLine = Static<typeof Row>;
type Line = FirstLine | TableLine | RowLine | LastLine;

/** Returns the first line of a backup. */
export const firstLine = (migrations: string[]): FirstLine => ({
  format: FORMAT,
  version: 1,
  createdAt: new Date().toISOString(),
  migrations,
});

/** The file is not a backup or is damaged. The message is one line for the operator. */
export class DamagedBackupError extends Error {}

const damaged = (why: string) => new DamagedBackupError(`The file is not a complete backup: ${why}.`);

const reader = <S extends TSchema>(schema: S) => {
  const check = Compile(schema);
  return (value: unknown): value is Static<S> => check.Check(value);
};
const isFirst = reader(First);
const isTable = reader(Table);
const isRow = reader(Row);
const isLast = reader(Last);

/** Callbacks for a backup's lines, in order. */
export interface BackupVisitor {
  begin?(first: FirstLine): Promise<void>;
  table?(table: TableLine): Promise<void>;
  row?(row: RowLine): Promise<void>;
  end?(last: LastLine): Promise<void>;
}

/** Reads a backup from its first to its last line. Throws DamagedBackupError at the first invalid line. */
export async function readBackup(file: string, visitor: BackupVisitor): Promise<void> {
  const unpacked = createGunzip();
  const flow = pipeline(createReadStream(file), unpacked);
  // If a stream is damaged, both promises reject; the error is thrown once, below.
  flow.catch(() => {});
  try {
    await readLines(splitLines(unpacked), visitor);
    await flow;
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? String(error.code) : '';
    throw code.startsWith('Z_') || code.startsWith('ERR_STREAM') ? damaged('it cannot be unpacked') : error;
  } finally {
    unpacked.destroy();
  }
}

// Not node:readline, which also splits at line separators that JSON does not escape.
async function* splitLines(source: NodeJS.ReadableStream): AsyncGenerator<string> {
  source.setEncoding('utf8');
  let rest = '';
  for await (const piece of source) {
    const [end = '', ...starts] = String(piece).split('\n');
    // A long line has many pieces: searching it again with each of them would be slow.
    rest += end;
    for (const start of starts) {
      yield rest;
      rest = start;
    }
  }
  if (rest !== '') throw damaged('its last line is incomplete');
}

async function readLines(lines: AsyncIterable<string>, visitor: BackupVisitor): Promise<void> {
  const digest = createHash('sha256');
  let state: 'first' | 'tables' | 'ended' = 'first';
  let columns = -1;
  let rows = 0;
  for await (const text of lines) {
    const line = parse(text);
    if (state === 'ended') throw damaged('it continues after its end');
    if (state === 'first') {
      if (!isFirst(line)) throw damaged('its first line is not valid');
      await visitor.begin?.(line);
      state = 'tables';
    } else if (isRow(line)) {
      if (line.length !== columns) throw damaged('a row does not match its table');
      rows++;
      await visitor.row?.(line);
    } else if (isTable(line)) {
      columns = line.columns.length;
      await visitor.table?.(line);
    } else if (isLast(line)) {
      if (line.rows !== rows || line.sha256 !== digest.digest('hex')) throw damaged('its digest does not match');
      await visitor.end?.(line);
      state = 'ended';
      continue;
    } else throw damaged('a line is not valid');
    digest.update(text).update('\n');
  }
  if (state !== 'ended') throw damaged('its end is missing');
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw damaged('a line is not JSON');
  }
}

/** Creates a writer of lines that counts the rows and computes the digest. */
export function createLines() {
  const digest = createHash('sha256');
  let rows = 0;
  const text = (line: Line) => {
    const written = `${JSON.stringify(line)}\n`;
    if (Array.isArray(line)) rows++;
    digest.update(written);
    return written;
  };
  const end = (counters: LastLine['counters']) =>
    `${JSON.stringify({ counters, rows, sha256: digest.digest('hex') } satisfies LastLine)}\n`;
  return { text, end };
}
