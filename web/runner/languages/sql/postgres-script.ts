import { messages } from '@electric-sql/pglite';
import type { PGlite } from '@electric-sql/pglite';
import type { ResultTable } from '@cip/contracts/runs/runs';
import { ROWS_MAX } from './result-table.ts';
import { PSQL, refusalOf } from './shell-commands.ts';
import { splitStatements } from './split-statements.ts';
import type { Statement } from './split-statements.ts';

/** The result of a statement: a table, or a text such as `INSERT 0 3`. */
export type Result = ResultTable | string;

/** Why a script stopped, and at which character. */
export interface ScriptFailure {
  message: string;
  index: number;
}

/** Runs a script as psql does, statement by statement, and hands out each result. Resolves to its error, or null. */
export async function runScript(
  database: PGlite,
  script: string,
  extensions: readonly string[],
  found: (result: Result) => void,
): Promise<ScriptFailure | null> {
  for (const statement of splitStatements(script)) {
    const { sql, start } = statement;
    const refused = refusalOf(PSQL, sql);
    if (refused !== null) return { message: refused, index: start };
    const failed = await runStatement(database, statement, found);
    if (failed !== null) return describe(failed, statement, extensions);
  }
  return null;
}

async function runStatement(
  database: PGlite,
  { sql, data }: Statement,
  found: (result: Result) => void,
): Promise<messages.DatabaseError | null> {
  let table: ResultTable | null = null;
  const { messages: received } = await database.execProtocol(request(sql, data?.text ?? ''), { throwOnError: false });
  for (const message of received) {
    if (message instanceof messages.DatabaseError) return message;
    if (message instanceof messages.NoticeMessage) found(`${message.severity ?? 'NOTICE'}: ${message.message ?? ''}`);
    else if (message instanceof messages.CopyDataMessage)
      found(new TextDecoder().decode(message.chunk).replace(/\n$/, ''));
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

/**
 * Returns the protocol's messages of a simple query and of the data for a COPY. PostgreSQL ignores the data behind
 * every other statement, and without them it would wait for ever.
 */
function request(sql: string, data: string): Uint8Array {
  const [query, copied] = [`${sql}\0`, data].map((text) => new TextEncoder().encode(text));
  const parts = [message('Q', query), ...(data === '' ? [] : [message('d', copied)]), message('c')];
  const whole = new Uint8Array(parts.reduce((sum, { length }) => sum + length, 0));
  let at = 0;
  for (const part of parts) {
    whole.set(part, at);
    at += part.length;
  }
  return whole;
}

function message(type: string, body = new Uint8Array()): Uint8Array {
  const whole = new Uint8Array(body.length + 5);
  whole[0] = type.charCodeAt(0);
  new DataView(whole.buffer).setInt32(1, body.length + 4);
  whole.set(body, 5);
  return whole;
}

/** Returns the words for an error, and its place in the script. */
function describe(
  error: messages.DatabaseError,
  { sql, start, data }: Statement,
  extensions: readonly string[],
): ScriptFailure {
  const position = error.position === undefined ? 0 : indexOfCharacter(sql, Number(error.position) - 1);
  const index = start + position;
  const refused = position > 0 ? refusalOf(PSQL, sql.slice(position)) : null;
  if (refused !== null) return { message: refused, index };
  const [, extension] = /^extension "(.*)" is not available$/.exec(error.message) ?? [];
  if (extension !== undefined)
    return { message: `There is no extension "${extension}" here. There are: ${extensions.join(', ')}.`, index };
  const words = [error.message, error.detail, error.hint && `Hint: ${error.hint}`].filter(Boolean).join('\n');
  const [, line] = /^COPY .*, line (\d+)/.exec(error.where ?? '') ?? [];
  if (line === undefined || data === undefined) return { message: words, index };
  const open = data.isClosed ? '' : '\nHint: A line with \\. ends the data of COPY.';
  return { message: `${words}${open}`, index: data.start + startOfLine(data.text, Number(line)) };
}

/** Returns where a line begins, counted from 1. */
function startOfLine(text: string, line: number): number {
  return text
    .split('\n')
    .slice(0, line - 1)
    .reduce((sum, { length }) => sum + length + 1, 0);
}

/** Returns the index of a character that PostgreSQL counted in code points. */
function indexOfCharacter(text: string, count: number): number {
  return Array.from(text).slice(0, count).join('').length;
}
