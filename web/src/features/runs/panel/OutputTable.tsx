import { memo } from 'react';
import { formatCount, formatCountOf } from '../../../shared/format.ts';
import { parseTable } from './result-table.ts';
import styles from './runs.module.css';
import { visibleLine } from '../output/visible-text.ts';

/** Rows that are drawn; more would make the page slow. */
const ROWS_SHOWN = 200;

/** A result of SQL. */
export const OutputTable = memo(function OutputTable({ text }: { text: string }) {
  const table = parseTable(text);
  if (!table) return <span className={styles.errorText}>{visibleLine(text)}</span>;
  const { columns, rows, total } = table;
  const shown = rows.slice(0, ROWS_SHOWN);
  const left = Math.max(rows.length, total) - shown.length;
  const areNumbers = columns.map((_, index) => shown.every((row) => isNumber(row[index] ?? null)));
  return (
    <div className={styles.result}>
      <table className={styles.table}>
        <caption>{formatCountOf(Math.max(rows.length, total), 'row')}</caption>
        <thead>
          <tr>
            {columns.map((column, index) => (
              <th key={index} scope="col" data-number={areNumbers[index]}>
                {visibleLine(column)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {shown.map((row, index) => (
            <Row key={index} row={row} />
          ))}
        </tbody>
      </table>
      {left > 0 && <p className={styles.note}>{formatCount(left)} more not shown</p>}
    </div>
  );
});

function Row({ row }: { row: (string | null)[] }) {
  return (
    <tr>
      {row.map((cell, index) => (
        <td key={index} data-number={isNumber(cell)}>
          {cell === null ? <i>NULL</i> : visibleLine(cell)}
        </td>
      ))}
    </tr>
  );
}

const isNumber = (cell: string | null) => cell !== null && /^-?\d+(\.\d+)?$/.test(cell);
