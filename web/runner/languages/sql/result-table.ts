import type { ResultTable } from '@cip/contracts/runs/runs';

/** Most rows of a result that are kept. */
export const ROWS_MAX = 1_000;

/** Returns a result as the text of a piece with at most `room` characters: with as many rows as fit. */
export function tableText({ columns, rows, total }: ResultTable, room: number): string {
  const kept: (string | null)[][] = [];
  let length = JSON.stringify({ columns, rows: [], total }).length;
  for (const row of rows.slice(0, ROWS_MAX)) {
    length += JSON.stringify(row).length + 1;
    if (length > room) break;
    kept.push(row);
  }
  return JSON.stringify({ columns, rows: kept, total } satisfies ResultTable);
}

/** Returns "1 row" or "3 rows". */
export function rowCount(count: number): string {
  return `${count} ${count === 1 ? 'row' : 'rows'}`;
}
