import type { ResultTable } from '@cip/contracts/runs/runs';
import { PGlite } from '@electric-sql/pglite';
import sqlite3InitModule from '@sqlite.org/sqlite-wasm';

type Cell = string | number | bigint | null;

/** Runs SQL on a data set; returns the last table, or null if there is none or after an error. */
type RunSql = (data: string, sql: string) => Promise<ResultTable | null>;

/** PostgreSQL's types of columns whose values are shown as it writes them. */
const SHOWN_AS_TEXT = [16, 20, 21, 23, 700, 701, 1082, 1114, 1184, 1700];

/** Starts PostgreSQL, in which laptops run SQL. */
export async function startPostgres(): Promise<RunSql> {
  const database = await PGlite.create();
  const parsers = Object.fromEntries(SHOWN_AS_TEXT.map((type) => [type, (value: string) => value]));
  return async (data, sql) => {
    await database.exec(`BEGIN; ${data}`);
    const results = await database.exec(sql, { rowMode: 'array', parsers }).catch(() => []);
    await database.exec('ROLLBACK');
    const last = results.findLast(({ fields }) => fields.length > 0);
    return last ? table(last.rows as unknown as Cell[][]) : null;
  };
}

/** Starts SQLite, in which phones run SQL. */
export async function startSqlite(): Promise<RunSql> {
  const { oo1 } = await sqlite3InitModule();
  return async (data, sql) => {
    const database = new oo1.DB(':memory:');
    const rows: Cell[][] = [];
    try {
      database.exec(data);
      database.exec({ sql, rowMode: 'array', resultRows: rows });
      return table(rows);
    } catch {
      return null;
    } finally {
      database.close();
    }
  };
}

function table(rows: Cell[][]): ResultTable {
  const texts = rows.map((row) => row.map((cell) => (cell === null ? null : String(cell))));
  return { columns: [], rows: texts, total: rows.length };
}
