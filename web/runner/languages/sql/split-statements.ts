/** A statement of a script, and where it begins. */
export interface Statement {
  sql: string;
  start: number;
}

/** Tokens that may hold a semicolon without ending a statement: comments, quoted text and names, and dollar quotes. */
const OPAQUE =
  /--[^\n]*|\/\*|[eE]'(?:\\.|''|[^'\\])*(?:'|$)|'(?:''|[^'])*(?:'|$)|"[^"]*(?:"|$)|\$([\p{L}_][\p{L}\p{N}_]*)?\$|\bbegin\s+atomic\b|[;]/giu;

/** Splits a script of PostgreSQL into its statements, without the blanks and comments before each. */
export function splitStatements(script: string): Statement[] {
  const statements: Statement[] = [];
  let start = 0;
  const add = (end: number) => {
    const begin = skipBlanks(script, start);
    if (begin < end) statements.push({ sql: script.slice(begin, end), start: begin });
    start = end;
  };
  const tokens = new RegExp(OPAQUE);
  for (let token = tokens.exec(script); token !== null; token = tokens.exec(script)) {
    const [text] = token;
    if (text === ';') add(token.index + 1);
    else if (text === '/*') tokens.lastIndex = endOfComment(script, token.index);
    else if (text.startsWith('$')) tokens.lastIndex = endAfter(script, text, tokens.lastIndex);
    else if (/^begin/i.test(text)) tokens.lastIndex = endOfAtomic(script, tokens.lastIndex);
  }
  add(script.length);
  return statements.filter(({ sql }) => sql !== ';');
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
