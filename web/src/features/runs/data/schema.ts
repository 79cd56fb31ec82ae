/** A table that SQL creates. */
export interface SchemaTable {
  name: string;
  columns: { name: string; type: string }[];
}

const NAME = String.raw`(?:"[^"]+"|\x60[^\x60]+\x60|\[[^\]]+\]|[\p{L}_][\p{L}\p{N}_$.]*)`;
const CREATE = new RegExp(
  String.raw`\bcreate\s+(?:temp(?:orary)?\s+)?table\s+(?:if\s+not\s+exists\s+)?(${NAME}(?:\.${NAME})?)\s*\(`,
  'giu',
);
const COLUMN = new RegExp(String.raw`^(${NAME})\s*([^]*)$`, 'u');
/** Entries of a table that are no columns. */
const NO_COLUMN = /^(?:primary|foreign|unique|check|constraint|exclude|like|key|index)\b/i;
/** The constraints after the type of a column. */
const AFTER_TYPE =
  /\s*\b(?:not|null|primary|unique|references|default|check|constraint|generated|collate|auto_?increment)\b[^]*$/i;

/** Returns the tables that SQL creates, in order; a rough reading for display. */
export function parseSchema(sql: string): SchemaTable[] {
  const code = withoutComments(sql);
  return [...code.matchAll(CREATE)].map((found) => ({
    name: unquoted(found[1] ?? ''),
    columns: entriesFrom(code, found.index + found[0].length).flatMap(columnOf),
  }));
}

function columnOf(entry: string): SchemaTable['columns'] {
  const column = NO_COLUMN.test(entry) ? null : COLUMN.exec(entry);
  if (!column) return [];
  const type = (column[2] ?? '').replace(AFTER_TYPE, '').replaceAll(/\s+/g, ' ').trim().toLowerCase();
  return [{ name: unquoted(column[1] ?? ''), type }];
}

/** Returns the entries between commas up to the closing parenthesis. */
function entriesFrom(code: string, start: number): string[] {
  const entries = [''];
  let depth = 0;
  for (let index = start; index < code.length; index++) {
    const character = code.charAt(index);
    if (character === ')' && depth === 0) break;
    if (character === '(') depth++;
    if (character === ')') depth--;
    if (character === ',' && depth === 0) entries.push('');
    else entries[entries.length - 1] += character;
  }
  return entries.map((entry) => entry.trim()).filter((entry) => entry !== '');
}

/** Blanks strings and comments, which may hold words and parentheses. */
function withoutComments(sql: string): string {
  return sql.replaceAll(/--[^\n]*|\/\*[^]*?\*\/|'(?:[^']|'')*'/g, ' ');
}

const unquoted = (name: string) => name.replaceAll(/["`[\]]/g, '');
