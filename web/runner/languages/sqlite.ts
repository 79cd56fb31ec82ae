import sqlite3InitModule from '@sqlite.org/sqlite-wasm';
import type { Database, Sqlite3Static } from '@sqlite.org/sqlite-wasm';
import { servePrograms } from '../worker/serve-programs.ts';
import type { Host } from '../worker/serve-programs.ts';
import { capMemory } from '../worker/memory-cap.ts';
import { statementStart } from './sql/position.ts';
import type { ScriptFailure } from './sql/postgres-script.ts';
import { rowCount, ROWS_MAX, tableText } from './sql/result-table.ts';
import { refusalOf, SQLITE3 } from './sql/shell-commands.ts';
import { seedFiles } from './sql/seed-files.ts';
import { failAt } from './sql/sql-error.ts';

type Initialize = (options: {
  print: () => void;
  printErr: () => void;
  instantiateWasm: (
    imports: WebAssembly.Imports,
    done: (instance: WebAssembly.Instance, module: WebAssembly.Module) => void,
  ) => object;
}) => Promise<Sqlite3Static>;

/** A statement that changes rows, behind blanks and comments and a `WITH` clause. */
const CHANGES = /^(insert|update|delete|replace|with)\b/i;

servePrograms(async ({ modules }) => {
  capMemory();
  const module = modules['sqlite3.wasm'];
  if (module === undefined) throw new Error('sqlite3.wasm is missing');
  // Its types leave out the options that it takes.
  const sqlite = await (sqlite3InitModule as unknown as Initialize)({
    print: () => undefined,
    printErr: () => undefined,
    instantiateWasm(imports, done) {
      const instantiate = async () => done(await WebAssembly.instantiate(module, imports), module);
      void instantiate();
      return {};
    },
  });
  const database = new sqlite.oo1.DB(':memory:');
  return ({ code, files = [], dataSet }, host) => {
    try {
      if (dataSet !== null) database.exec(dataSet);
    } catch (error) {
      failAt(host, code, `The data set cannot be created. ${messageOf(error)}`, null);
      return;
    }
    for (const { name, content } of seedFiles(files)) {
      const failed = runStatements(sqlite, database, content, null);
      if (failed !== null) return failAt(host, content, failed.message, failed.index, name);
    }
    const failed = runStatements(sqlite, database, code, host);
    if (failed === null) host.end({});
    else failAt(host, code, failed.message, failed.index);
  };
});

/**
 * Runs statement by statement, and writes the result of each, unless `host` is null. Stops at the first error, and
 * returns it.
 */
function runStatements(
  { capi, wasm }: Sqlite3Static,
  database: Database,
  sql: string,
  host: Host | null,
): ScriptFailure | null {
  const bytes = new TextEncoder().encode(sql);
  const characters = (byte: number) => new TextDecoder().decode(bytes.subarray(0, byte)).length;
  const pointers = wasm.alloc(16);
  const text = wasm.alloc(bytes.length + 1);
  wasm.heap8u().set([...bytes, 0], Number(text));
  let offset = 0;
  while (offset < bytes.length) {
    const start = statementStart(sql, characters(offset));
    const refused = refusalOf(SQLITE3, sql.slice(start));
    if (refused !== null) return { message: refused, index: start };
    wasm.pokePtr(pointers, 0);
    const code = capi.sqlite3_prepare_v3(
      database,
      Number(text) + offset,
      bytes.length - offset,
      0,
      pointers,
      Number(pointers) + 8,
    );
    if (code !== capi.SQLITE_OK) {
      const at = capi.sqlite3_error_offset(database);
      return { message: capi.sqlite3_errmsg(database), index: at < 0 ? start : characters(offset + at) };
    }
    const statement = wasm.peekPtr(pointers);
    offset = wasm.peekPtr(Number(pointers) + 8) - Number(text);
    if (statement !== 0 && !runStatement(capi, database, statement, sql.slice(start), host))
      return { message: capi.sqlite3_errmsg(database), index: start };
  }
  return null;
}

/** Runs one statement. Returns false if it fails. */
function runStatement(
  capi: Sqlite3Static['capi'],
  database: Database,
  statement: number,
  sql: string,
  host: Host | null,
) {
  const count = capi.sqlite3_column_count(statement);
  const columns = Array.from({ length: count }, (_column, index) => capi.sqlite3_column_name(statement, index));
  const rows: (string | null)[][] = [];
  let total = 0;
  let code = capi.sqlite3_step(statement);
  for (; code === capi.SQLITE_ROW; code = capi.sqlite3_step(statement)) {
    total++;
    if (rows.length < ROWS_MAX) rows.push(columns.map((_column, index) => cell(capi, statement, index)));
  }
  if (code !== capi.SQLITE_DONE) return false;
  capi.sqlite3_finalize(statement);
  if (host === null) return true;
  const { output } = host;
  if (count > 0) output.write('table', tableText({ columns, rows, total }, output.room));
  else output.write('out', CHANGES.test(sql) ? `${rowCount(Number(database.changes()))} changed\n` : 'OK\n');
  return true;
}

function cell(capi: Sqlite3Static['capi'], statement: number, index: number): string | null {
  const type = capi.sqlite3_column_type(statement, index);
  if (type === capi.SQLITE_NULL) return null;
  if (type !== capi.SQLITE_BLOB) return capi.sqlite3_column_text(statement, index);
  const blob = capi.sqlite3_column_js(statement, index);
  return blob instanceof Uint8Array ? `x'${[...blob].map((byte) => byte.toString(16).padStart(2, '0')).join('')}'` : '';
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
