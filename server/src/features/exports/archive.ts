import { codeExtension } from '@cip/contracts/code-files';
import type { AppContext } from '../../context.ts';
import { AppError } from '../../errors.ts';
import type { ArchivedFile } from '../../platform/zip-stream.ts';
import { replayCode } from '../documents/documents.service.ts';
import { readTable, readInterviews, type ArchivedInterview } from './exports.repository.ts';
import { COMPANY_TABLES, EDITS_TABLE, INTERVIEW_TABLES, type ExportedTable } from './export-manifest.ts';

type DatabaseContext = Pick<AppContext, 'db'>;

const ABOUT = `What is held, table by table as JSON. Moments are in UTC.

interviews/<day>_<room>/code.*       the code as it was last
interviews/<day>_<room>/edits.jsonl  every edit: when, by which participant, and the Yjs update in base64

Passwords and what opens accounts are not in here.
`;

/** The files of everything held about a company. */
export async function* companyFiles(ctx: DatabaseContext, companyId: string): AsyncGenerator<ArchivedFile> {
  yield { name: 'ABOUT.txt', content: ABOUT };
  for (const holding of COMPANY_TABLES)
    yield { name: `${holding.table}.json`, content: jsonOf(readTable(ctx.db, holding, companyId)) };
  for await (const interview of readInterviews(ctx.db, companyId))
    yield* interviewFiles(ctx, interview, `interviews/${folderOf(interview)}/`);
}

/** The files of everything held about an interview. */
export async function* interviewFiles(
  ctx: DatabaseContext,
  { id }: ArchivedInterview,
  folder: string,
): AsyncGenerator<ArchivedFile> {
  for (const holding of INTERVIEW_TABLES)
    yield { name: `${folder}${holding.table}.json`, content: jsonOf(readTable(ctx.db, holding, id)) };
  yield* codeFile(ctx, id, folder);
  yield { name: `${folder}edits.jsonl`, content: linesOf(ctx, EDITS_TABLE, id) };
}

/** The code of an interview as a file with its language's ending; none when it is gone, or cannot be opened. */
export async function* codeFile(
  ctx: DatabaseContext,
  interviewId: string,
  folder: string,
): AsyncGenerator<ArchivedFile> {
  try {
    const { language, code_content: content } = await replayCode(ctx, interviewId);
    yield { name: `${folder}code.${codeExtension(language)}`, content };
  } catch (error) {
    if (!(error instanceof AppError && ['not_found', 'unreadable'].includes(error.code))) throw error;
  }
}

// The room's code is letters, digits, - and _ (contracts); the day makes sure that no reserved name comes out.
function folderOf({ day, room_code }: ArchivedInterview): string {
  return `${day.slice(0, 10)}_${room_code}`;
}

async function* jsonOf(batches: AsyncIterable<Record<string, unknown>[]>): AsyncGenerator<string> {
  let separator = '[\n';
  for await (const rows of batches) {
    yield separator + rows.map((row) => JSON.stringify(row)).join(',\n');
    separator = ',\n';
  }
  yield separator === '[\n' ? '[]\n' : '\n]\n';
}

async function* linesOf(ctx: DatabaseContext, holding: ExportedTable, id: string): AsyncGenerator<string> {
  for await (const rows of readTable(ctx.db, holding, id))
    yield rows.map((row) => `${JSON.stringify(row, inBase64)}\n`).join('');
}

function inBase64(this: Record<string, unknown>, key: string, value: unknown): unknown {
  const original = this[key];
  return original instanceof Uint8Array ? Buffer.from(original).toString('base64') : value;
}
