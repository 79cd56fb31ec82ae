import { codeExtension } from '@cip/contracts/rooms/code-files';
import type { DbContext } from '../../context.ts';
import { AppError } from '../../errors.ts';
import type { Principal } from '../../platform/http/authenticate.ts';
import type { ArchivedFile } from '../../platform/zip-stream.ts';
import { replayCode } from '../documents/read-code.service.ts';
import { findHiddenNotes } from '../scorecards/overview.service.ts';
import { readCards } from '../scorecards/scorecards.service.ts';
import { archivePaths } from './archive-paths.ts';
import { readTable, readInterviews, type ArchivedInterview, type ExportedRow } from './exports.repository.ts';
import { COMPANY_TABLES, EDITS_TABLE, INTERVIEW_TABLES, SCORECARD_TABLES } from './export-manifest.ts';
import { CANDIDATE_TABLES } from './candidate-tables.ts';
import type { ExportedTable } from './exported-table.ts';

const ABOUT = `Your data, one JSON file for each table. Times are in UTC.

interviews/<day>_<room>/code.*                the latest code
interviews/<day>_<room>/files/                all files, the first with the latest code; only if there are several
interviews/<day>_<room>/edits.jsonl           every edit: its time, its participant, and the Yjs update in base64
interviews/<day>_<room>/timeline_events.json  what else happened: arrivals, languages, saves, the end
interviews/<day>_<room>/runs.json             every run: its code, input, output and end
interviews/<day>_<room>/interview_questions.json  the questions that were shown, as they were then
interviews/<day>_<room>/asides.json           the codes that were put aside for another question, with all files
interviews/<day>_<room>/scorecards.json       every scorecard with its private notes, drafts included

This archive contains all scorecards, drafts and team notes, also those that their readers may not see in the app yet.

Passwords and other secrets are not included.
`;

/** Yields the files about a company. */
export async function* companyFiles(ctx: DbContext, companyId: string): AsyncGenerator<ArchivedFile> {
  yield { name: 'ABOUT.txt', content: ABOUT };
  for (const table of COMPANY_TABLES)
    yield { name: `${table.name}.json`, content: jsonOf(readTable(ctx.db, table, companyId)) };
  for await (const interview of readInterviews(ctx.db, companyId))
    yield* filesOf(ctx, interview.id, [...INTERVIEW_TABLES, ...SCORECARD_TABLES], `interviews/${folderOf(interview)}/`);
}

/** Yields the files about an interview, with the scorecards and team notes that the account may read. */
export async function* interviewFiles(
  ctx: DbContext,
  viewer: Principal,
  { id }: ArchivedInterview,
): AsyncGenerator<ArchivedFile> {
  const hidden = await findHiddenNotes(ctx.db, viewer, [id]);
  yield* filesOf(ctx, id, hidden.has(id) ? INTERVIEW_TABLES.map(withoutNotes) : INTERVIEW_TABLES, '');
  yield { name: 'scorecards.json', content: `${JSON.stringify(await readCards(ctx, viewer, id), null, 2)}\n` };
}

const withoutNotes = (table: ExportedTable): ExportedTable => ({
  ...table,
  columns: table.columns.filter((column) => column !== 'notes'),
});

async function* filesOf(
  ctx: DbContext,
  id: string,
  tables: ExportedTable[],
  folder: string,
): AsyncGenerator<ArchivedFile> {
  for (const table of tables)
    yield { name: `${folder}${table.name}.json`, content: jsonOf(readTable(ctx.db, table, id)) };
  yield* codeFile(ctx, id, folder);
  yield { name: `${folder}edits.jsonl`, content: linesOf(readTable(ctx.db, EDITS_TABLE, id)) };
}

/** Yields the files about a candidate; `data` holds the records of their joining. */
export async function* candidateFiles(
  ctx: DbContext,
  { interviewId, candidateId }: { interviewId: string; candidateId: string },
  data: object,
): AsyncGenerator<ArchivedFile> {
  yield { name: 'candidate.json', content: `${JSON.stringify(data, null, 2)}\n` };
  for (const table of CANDIDATE_TABLES)
    yield { name: `${table.name}.json`, content: jsonOf(readTable(ctx.db, table, candidateId)) };
  yield* codeFile(ctx, interviewId, '');
}

/**
 * Yields the code of an interview as a file with its language's extension, and its files if it has several; nothing if
 * it is gone or unreadable.
 */
async function* codeFile(ctx: DbContext, interviewId: string, folder: string): AsyncGenerator<ArchivedFile> {
  try {
    const { language, code_content: code, files = [] } = await replayCode(ctx, interviewId);
    yield { name: `${folder}code.${codeExtension(language)}`, content: code };
    const paths = archivePaths(files.map(({ name }) => name));
    for (const [index, { content }] of files.entries()) yield { name: `${folder}files/${paths[index]}`, content };
  } catch (error) {
    if (!(error instanceof AppError && ['not_found', 'unreadable'].includes(error.code))) throw error;
  }
}

// A room code is letters, digits, - and _ (contracts); because of the day before it, no name is a reserved one.
function folderOf({ day, room_code }: ArchivedInterview): string {
  return `${day.slice(0, 10)}_${room_code}`;
}

async function* jsonOf(rows: AsyncIterable<ExportedRow>): AsyncGenerator<string> {
  let separator = '[\n';
  for await (const { row, parts } of rows) {
    yield separator;
    if (parts) yield* withParts(row, parts);
    else yield JSON.stringify(row);
    separator = ',\n';
  }
  yield separator === '[\n' ? '[]\n' : '\n]\n';
}

/** Yields a row as JSON with its parts as the last value, one at a time: together they may be too large for memory. */
async function* withParts(row: object, { as, rows }: NonNullable<ExportedRow['parts']>): AsyncGenerator<string> {
  yield `${JSON.stringify(row).slice(0, -1)},${JSON.stringify(as)}:[`;
  let separator = '';
  for await (const part of rows) {
    yield separator + JSON.stringify(part);
    separator = ',';
  }
  yield ']}';
}

async function* linesOf(rows: AsyncIterable<ExportedRow>): AsyncGenerator<string> {
  for await (const { row } of rows) {
    const values = Object.entries(row).map(([key, value]) => [key, inBase64(value)]);
    yield `${JSON.stringify(Object.fromEntries(values))}\n`;
  }
}

// Not in a replacer, because JSON.stringify calls that after a buffer's toJSON, which makes a list of all its bytes.
function inBase64(value: unknown): unknown {
  return value instanceof Uint8Array ? Buffer.from(value).toString('base64') : value;
}
