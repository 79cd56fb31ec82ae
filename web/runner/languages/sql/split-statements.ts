/** A statement of a script, and where it begins. */
export interface Statement {
  sql: string;
  start: number;
  /** The lines of data behind `COPY … FROM stdin`. */
  data?: CopyData;
}

/** The data of a COPY statement, up to the line `\.`, as psql reads it. */
interface CopyData {
  text: string;
  start: number;
  /** Whether the line `\.` ends them, and not the end of the script. */
  isClosed: boolean;
}

/**
 * Tokens that may hold a semicolon without ending a statement: comments, quoted text and names, and dollar quotes. A
 * command of psql ends with its line.
 */
const OPAQUE =
  /--[^\n]*|\/\*|[eE]'(?:\\.|''|[^'\\])*(?:'|$)|'(?:''|[^'])*(?:'|$)|"[^"]*(?:"|$)|\$([\p{L}_][\p{L}\p{N}_]*)?\$|\bbegin\s+atomic\b|\\[^\n]*|[;]/giu;

const COPY = /^copy\b[^]*\bfrom\s+stdin\b/i;

/** Splits a script of PostgreSQL into its statements, without the blanks and comments before each. */
export function splitStatements(script: string): Statement[] {
  const statements: Statement[] = [];
  let start = 0;
  const add = (end: number) => {
    const begin = skipBlanks(script, start);
    start = end;
    if (begin >= end) return;
    const sql = script.slice(begin, end);
    const data = COPY.test(sql) ? dataAfter(script, end) : undefined;
    if (data !== undefined) start = data.end;
    if (sql !== ';') statements.push({ sql, start: begin, ...(data && { data: data.found }) });
  };
  const tokens = new RegExp(OPAQUE);
  for (let token = tokens.exec(script); token !== null; token = tokens.exec(script)) {
    const [text] = token;
    if (text === ';') add(token.index + 1);
    else if (text.startsWith('\\')) {
      if (skipBlanks(script, start) === token.index) add(tokens.lastIndex);
    } else if (text === '/*') tokens.lastIndex = endOfComment(script, token.index);
    else if (text.startsWith('$')) tokens.lastIndex = endAfter(script, text, tokens.lastIndex);
    else if (/^begin/i.test(text)) tokens.lastIndex = endOfAtomic(script, tokens.lastIndex);
    tokens.lastIndex = Math.max(tokens.lastIndex, start);
  }
  add(script.length);
  return statements;
}

/** Returns the lines behind a COPY statement; none if more follows on its own line. */
function dataAfter(script: string, end: number): { found: CopyData; end: number } | undefined {
  const [line] = /^[ \t]*(?:--[^\n]*)?\r?(?:\n|$)/.exec(script.slice(end)) ?? [];
  if (line === undefined) return undefined;
  const start = end + line.length;
  const close = /^\\\.\r?$\n?/m.exec(script.slice(start));
  const text = close === null ? script.slice(start) : script.slice(start, start + close.index);
  const found = { text, start, isClosed: close !== null };
  return { found, end: start + text.length + (close?.[0].length ?? 0) };
}

function skipBlanks(script: string, from: number): number {
  let at = from;
  for (;;) {
    const [skipped = ''] = /^(?:\s+|--[^\n]*)*/.exec(script.slice(at)) ?? [];
    at += skipped.length;
    if (!script.startsWith('/*', at)) return at;
    at = endOfComment(script, at);
  }
}

/** Returns the end of a comment; PostgreSQL's may contain others. */
function endOfComment(script: string, from: number): number {
  const marks = /\/\*|\*\//g;
  marks.lastIndex = from;
  let depth = 0;
  for (let mark = marks.exec(script); mark !== null; mark = marks.exec(script)) {
    depth += mark[0] === '/*' ? 1 : -1;
    if (depth === 0) return marks.lastIndex;
  }
  return script.length;
}

function endOfAtomic(script: string, from: number): number {
  const [body] = /^.*?\bend\b/is.exec(script.slice(from)) ?? [];
  return body === undefined ? script.length : from + body.length;
}

function endAfter(script: string, mark: string, from: number): number {
  const at = script.indexOf(mark, from);
  return at < 0 ? script.length : at + mark.length;
}
