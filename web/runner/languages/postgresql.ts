import { messages, PGlite } from '@electric-sql/pglite';
import type { ResultTable } from '@cip/contracts/runs/runs';
import { capMemory } from '../worker/memory-cap.ts';
import { servePrograms } from '../worker/serve-programs.ts';
import type { Host } from '../worker/serve-programs.ts';
import { ROWS_MAX, tableText } from './sql/result-table.ts';
import { splitStatements } from './sql/split-statements.ts';
import { failAt } from './sql/sql-error.ts';

servePrograms(async ({ modules, blobs }) => {
  capMemory();
  const { 'pglite.wasm': pgliteWasmModule } = modules;
  const { 'pglite.data': fsBundle, 'data.tar': loadDataDir } = blobs;
  if (!pgliteWasmModule || !fsBundle || !loadDataDir) throw new Error('A file of PostgreSQL is missing');
  // Any module prevents that it fetches initdb, which the data folder makes needless.
  const initdbWasmModule = pgliteWasmModule;
  const database = await PGlite.create({ pgliteWasmModule, initdbWasmModule, fsBundle, loadDataDir });
  return async ({ code, dataSet }, host) => {
    if (dataSet !== null) {
      const failed = await runStatement(database, dataSet, () => undefined);
      if (failed !== null) return failAt(host, code, `The data set cannot be created. ${failed.message}`, null);
    }
    for (const { sql, start } of splitStatements(code)) {
      const failed = await runStatement(database, sql, (result) => show(result, host));
      if (failed === null) continue;
      const position = failed.position === undefined ? 0 : indexOfCharacter(sql, Number(failed.position) - 1);
      return failAt(host, code, describe(failed), start + position);
    }
    return host.end({});
  };
});

/** The result of a statement: a table, or the text of its completion such as `INSERT 0 3`. */
type Result = ResultTable | string;

/** Runs SQL and hands out each result. Resolves to its error, or null. */
async function runStatement(
  database: PGlite,
  sql: string,
  found: (result: Result) => void,
): Promise<messages.DatabaseError | null> {
  let table: ResultTable | null = null;
  const { messages: received } = await database.execProtocol(queryMessage(sql), { throwOnError: false });
  for (const message of received) {
    if (message instanceof messages.DatabaseError) return message;
    if (message instanceof messages.NoticeMessage) found(`${message.severity ?? 'NOTICE'}: ${message.message ?? ''}`);
    else if (message instanceof messages.RowDescriptionMessage)
      table = { columns: message.fields.map(({ name }) => name), rows: [], total: 0 };
    else if (message instanceof messages.DataRowMessage && table !== null) {
      if (table.total++ < ROWS_MAX) table.rows.push(message.fields);
    } else if (message instanceof messages.CommandCompleteMessage) {
      found(table ?? message.text);
      table = null;
    }
  }
  return null;
}

function show(result: Result, { output }: Host): void {
  if (typeof result === 'string') output.write('out', `${result}\n`);
  else output.write('table', tableText(result, output.room));
}

/** Returns the protocol's message of a simple query. */
function queryMessage(sql: string): Uint8Array {
  const text = new TextEncoder().encode(sql);
  const message = new Uint8Array(text.length + 6);
  message[0] = 'Q'.charCodeAt(0);
  new DataView(message.buffer).setInt32(1, text.length + 5);
  message.set(text, 5);
  return message;
}

function describe({ message, detail, hint }: messages.DatabaseError): string {
  return [message, detail, hint && `Hint: ${hint}`].filter(Boolean).join('\n');
}

/** Returns the index of a character that PostgreSQL counted in code points. */
function indexOfCharacter(text: string, count: number): number {
  return Array.from(text).slice(0, count).join('').length;
}
