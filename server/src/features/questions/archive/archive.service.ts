import type { Readable } from 'node:stream';
import { ARCHIVE_FILES_MAX, QUESTION_ARCHIVE_MAX, QUESTIONS_MAX } from '@cip/contracts/questions/questions';
import type { LimitContext } from '../../../context.ts';
import { AppError } from '../../../errors.ts';
import type { Principal } from '../../../platform/http/authenticate.ts';
import { type ArchivedFile, zipStream } from '../../../platform/zip-stream.ts';
import { findQuestion, listTitles } from '../questions.repository.ts';
import { addContents, recordByUser } from '../questions.service.ts';
import { writeQuestionFile, writeQuestionFolder } from './question-file.ts';
import { unpackApart } from './unpack-apart.ts';

/** Returns the questions that are not archived as files, created while they are read. Throws TooManyFailures. */
export async function exportQuestions(ctx: LimitContext, principal: Principal): Promise<Readable> {
  const { companyId, userId } = principal;
  await ctx.limits.archives.take(companyId, userId);
  await ctx.db.transaction().execute((trx) => recordByUser(trx, principal, 'question.exported'));
  return zipStream(questionFiles(ctx, companyId));
}

/** Files in the folders of an export, so that it can be imported; further ones are inside of their questions. */
const FOLDER_FILES_MAX = ARCHIVE_FILES_MAX - QUESTIONS_MAX;

async function* questionFiles({ db }: LimitContext, companyId: string): AsyncGenerator<ArchivedFile> {
  const uses = new Map<string, number>();
  let left = FOLDER_FILES_MAX;
  for (const { id, title } of await listTitles(db, companyId)) {
    const question = await findQuestion(db, companyId, id);
    if (!question) continue;
    const name = fileName(title);
    const use = (uses.get(name) ?? 0) + 1;
    uses.set(name, use);
    // The number follows a point, which no title leaves in a name.
    const path = use === 1 ? name : `${name}.${use}`;
    const { file, codes } = writeQuestionFolder(question);
    const isInside = codes.size > left;
    yield { name: `${path}.md`, content: isInside ? writeQuestionFile(question) : file };
    if (isInside) continue;
    left -= codes.size;
    for (const [codePath, content] of codes) yield { name: `${path}/${codePath}`, content };
  }
}

/** Letters of a title in the name of its file. */
const NAME_MAX = 60;

function fileName(title: string): string {
  const words = title.normalize('NFKD').replaceAll(/\p{M}/gu, '').toLowerCase();
  return (
    words
      .match(/[a-z0-9]+/g)
      ?.join('-')
      .slice(0, NAME_MAX) ?? 'question'
  );
}

/**
 * Adds the questions of an archive or of a single file, all or none. If the company has the content of one already, it
 * is not added again. Throws `invalid` with the name of the file, `too_large`, `limit_reached`, or TooManyFailures.
 */
export async function importQuestions(ctx: LimitContext, principal: Principal, archive: string) {
  await ctx.limits.imports.take(principal.companyId, principal.userId);
  const bytes = Buffer.from(archive, 'base64');
  if (bytes.length > QUESTION_ARCHIVE_MAX) throw new AppError('too_large', 'The archive is too large. Divide it.');
  const { questions, skipped } = await unpackApart(bytes, principal);
  const titles = await ctx.db
    .transaction()
    .execute((trx) => addContents(trx, principal, questions, { action: 'question.imported' }));
  return { ...titles, ...(skipped.length > 0 && { skipped }) };
}
