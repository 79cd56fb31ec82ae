import { inspect } from './inspect.ts';

/**
 * Returns the text that `console.log` prints for its arguments: the first may be a format with `%s`, `%d`, `%i`, `%f`,
 * `%o`.
 */
export function formatLog(values: readonly unknown[]): string {
  const [format] = values;
  // A text alone is no format.
  if (typeof format !== 'string' || values.length === 1 || !format.includes('%')) return values.map(show).join(' ');
  const rest = values.slice(1);
  const text = format.replaceAll(/%([sdifjoOc%])/g, (whole: string, kind: string) => {
    if (kind === '%') return '%';
    return rest.length === 0 ? whole : formatOne(kind, rest.shift());
  });
  return [text, ...rest.map(show)].join(' ');
}

function formatOne(kind: string, value: unknown): string {
  if (kind === 'c') return '';
  if (kind === 's')
    return typeof value === 'object' || typeof value === 'function' ? inspect(value, { depth: 0 }) : show(value);
  if (typeof value === 'bigint' && 'di'.includes(kind)) return `${value}n`;
  if (kind === 'd') return String(Number(value));
  if (kind === 'i') return String(Number.parseInt(String(value), 10));
  if (kind === 'f') return String(Number.parseFloat(String(value)));
  if (kind === 'j') return JSON.stringify(value) ?? 'undefined';
  return kind === 'o' ? inspect(value, { depth: 4 }) : inspect(value);
}

function show(value: unknown): string {
  return typeof value === 'string' ? value : inspect(value);
}

/** Returns rows as the table that `console.table` prints; null if the value has no rows. */
export function formatTable(value: unknown): string | null {
  if (typeof value !== 'object' || value === null) return null;
  const rows = Object.entries(value).map(([index, row]: [string, unknown]) => {
    const isRow = typeof row === 'object' && row !== null;
    return { index, cells: new Map<string, unknown>(isRow ? Object.entries(row) : [['Values', row]]) };
  });
  const columns = [...new Set(rows.flatMap(({ cells }) => [...cells.keys()]))];
  const lines = rows.map(({ index, cells }) => [
    index,
    ...columns.map((column) => (cells.has(column) ? inspect(cells.get(column)) : '')),
  ]);
  const table = [['(index)', ...columns], ...lines];
  const widths = table[0]?.map((_title, column) => Math.max(...table.map((line) => (line[column] ?? '').length))) ?? [];
  const rule = (left: string, middle: string, right: string) =>
    left + widths.map((width) => '─'.repeat(width + 2)).join(middle) + right;
  const drawn = table.map(
    (line) => `│${line.map((cell, column) => ` ${cell.padEnd(widths[column] ?? 0)} `).join('│')}│`,
  );
  return [rule('┌', '┬', '┐'), drawn[0], rule('├', '┼', '┤'), ...drawn.slice(1), rule('└', '┴', '┘')].join('\n');
}
