/** How items of an object are laid out; lengths in characters. */
interface Block {
  /** The text before the items, with the bracket. */
  start: string;
  close: string;
  indent: number;
  /** Longest line; 0 if the items must not share one. */
  width: number;
}

/** Returns items in brackets, on one line if they fit as Node.js measures it. */
export function blockOf(items: readonly string[], { start, close, indent, width }: Block): string {
  const length = items.reduce((sum, item) => sum + item.length, items.length);
  const isShort = length + items.length + indent + start.length + 10 <= width && !start.includes('\n');
  const line = items.join(', ');
  if (isShort && !line.includes('\n')) return `${start} ${line} ${close}`;
  const pad = `\n${' '.repeat(indent)}`;
  return `${start}${pad}  ${items.join(`,${pad}  `)}${pad}${close}`;
}

interface Columns {
  /** Whether the last item only counts the omitted ones. */
  hasMore: boolean;
  /** Whether items are aligned to the right, as numbers are. */
  isRight: boolean;
  indent: number;
  width: number;
  columnsMax: number;
}

/** Returns the short items of a list in columns, as rows, in the proportions of Node.js. */
export function groupItems(
  items: readonly string[],
  { hasMore, isRight, indent, width, columnsMax }: Columns,
): string[] {
  const shown = hasMore ? items.slice(0, -1) : [...items];
  const total = shown.reduce((sum, item) => sum + item.length + 2, 0);
  const longest = Math.max(...shown.map((item) => item.length));
  const widest = longest + 2;
  const isShort = widest * 3 + indent < width && (total / widest > 5 || longest <= 6);
  if (!isShort) return [...items];
  const average = Math.max(widest - 3 - Math.sqrt(widest - total / items.length), 1);
  const columns = Math.min(
    Math.round(Math.sqrt(2.5 * average * shown.length) / average),
    Math.floor((width - indent) / widest),
    columnsMax,
    15,
  );
  if (columns <= 1) return [...items];
  const widths = Array.from({ length: columns }, (_each, column) =>
    Math.max(...shown.filter((_item, index) => index % columns === column).map((item) => item.length + 2)),
  );
  const rows: string[] = [];
  for (let start = 0; start < shown.length; start += columns)
    rows.push(rowOf(shown.slice(start, start + columns), widths, isRight));
  return hasMore ? [...rows, items.at(-1) ?? ''] : rows;
}

function rowOf(cells: readonly string[], widths: readonly number[], isRight: boolean): string {
  return cells
    .map((cell, column) => {
      const isLast = column === cells.length - 1;
      const width = widths[column] ?? 0;
      if (isRight) return isLast ? cell.padStart(width - 2) : `${cell}, `.padStart(width);
      return isLast ? cell : `${cell}, `.padEnd(width);
    })
    .join('');
}

const ESCAPES: Readonly<Record<string, string>> = {
  '\n': '\\n',
  '\t': '\\t',
  '\r': '\\r',
  '\b': '\\b',
  '\f': '\\f',
  '\v': '\\v',
};

/** Returns a text in the quotes that need no escape, if there are such. */
export function quote(text: string): string {
  const mark = !text.includes("'") ? "'" : !text.includes('"') ? '"' : !/[`$]/.test(text) ? '`' : "'";
  // oxlint-disable-next-line no-control-regex -- They are what is escaped.
  const escaped = text.replaceAll(/[\\\u0000-\u001F\u007F-\u009F]/g, (char) =>
    char === '\\' ? '\\\\' : (ESCAPES[char] ?? `\\x${char.charCodeAt(0).toString(16).toUpperCase().padStart(2, '0')}`),
  );
  return mark + (mark === "'" ? escaped.replaceAll("'", "\\'") : escaped) + mark;
}
