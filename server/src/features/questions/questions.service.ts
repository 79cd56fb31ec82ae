import { isDeepStrictEqual } from 'node:util';
import type { AuditAction } from '@cip/contracts/accounts/audit';
import { PAGE_SIZE } from '@cip/contracts/protocol/common';
import type { Query } from '@cip/contracts/protocol/endpoint';
import { NO_SUCH_QUESTION } from '@cip/contracts/protocol/not-found';
import {
  QUESTION_TITLE_MAX,
  QUESTION_VERSIONS_MAX,
  QUESTIONS_MAX,
  type listQuestions as listCall,
  type Question,
  type QuestionContent,
} from '@cip/contracts/questions/questions';
import { solutionsProblem, starterFilesProblem } from '@cip/contracts/questions/starter-files';
import type { DbContext } from '../../context.ts';
import { AppError, conflict, invalid, notFound } from '../../errors.ts';
import type { Database, Transaction } from '../../platform/database/database.ts';
import type { Principal } from '../../platform/http/authenticate.ts';
import { requireName } from '../../platform/names.ts';
import { pageBounds, toPage } from '../../platform/http/paging.ts';
import { recordAudit } from '../audit/audit.service.ts';
import { lockCompany } from '../billing/billing.service.ts';
import { cleanFiles, cleanStarters } from './clean-codes.ts';
import { storedStarters, wholeStarters } from './hidden-files.ts';
import * as questions from './questions.repository.ts';

const noSuchQuestion = () => notFound(NO_SUCH_QUESTION);

/** Returns a page of the company's questions, the latest change first. */
export async function listQuestions(
  { db }: DbContext,
  companyId: string,
  { page, search = '', tag, is_archived }: Query<typeof listCall>,
) {
  const filter = { search, tag, isArchived: is_archived === 'true' };
  const [rows, total] = await Promise.all([
    questions.listQuestions(db, companyId, filter, pageBounds(page, PAGE_SIZE)),
    questions.countQuestions(db, companyId, filter),
  ]);
  return toPage(rows, page, PAGE_SIZE, total);
}

/** Returns the tags of the company's questions, the most frequent first. */
export async function listQuestionTags({ db }: DbContext, companyId: string) {
  return { data: await questions.listTags(db, companyId) };
}

/** Returns a question of the company. Throws `not_found`. */
export async function requireQuestion(db: Database, companyId: string, id: string): Promise<Question> {
  const question = await questions.findQuestion(db, companyId, id);
  if (!question) throw noSuchQuestion();
  return question;
}

/** Adds a question. Throws `limit_reached`, or `invalid` if two starters have one language. */
export function createQuestion({ db }: DbContext, principal: Principal, content: QuestionContent): Promise<Question> {
  return db.transaction().execute(async (trx) => {
    const { companyId } = principal;
    await requireSpace(trx, companyId, 1);
    const id = await addContent(trx, principal, tidy(content), false);
    await recordByUser(trx, principal, 'question.added');
    return requireQuestion(trx, companyId, id);
  });
}

/**
 * Adds questions unless the company has their content, and returns the titles of both kinds. Throws `limit_reached`, or
 * `invalid` if two starters have one language.
 */
export async function addContents(
  trx: Transaction,
  principal: Principal,
  contents: readonly QuestionContent[],
  { action, isFromLibrary = false }: { action: AuditAction; isFromLibrary?: boolean },
): Promise<{ added: string[]; existing: string[] }> {
  const { companyId, userId } = principal;
  const titles: { added: string[]; existing: string[] } = { added: [], existing: [] };
  await requireSpace(trx, companyId, 0);
  for (const content of contents.map(tidy)) {
    const isThere = await questions.hasContent(trx, companyId, content);
    if (!isThere) await addContent(trx, principal, content, isFromLibrary);
    titles[isThere ? 'existing' : 'added'].push(content.title);
  }
  const count = titles.added.length;
  await requireSpace(trx, companyId, 0);
  if (count > 0) await recordAudit(trx, { companyId, action, by: { userId }, details: { count } });
  return titles;
}

async function addContent(
  trx: Transaction,
  { companyId, userId }: Principal,
  content: QuestionContent,
  isFromLibrary: boolean,
): Promise<string> {
  const id = await questions.insertQuestion(trx, companyId, isFromLibrary);
  await questions.insertVersion(trx, { questionId: id, version: 1, userId }, content);
  return id;
}

/** Locks the company, so that concurrent calls count each other's questions. Throws `limit_reached`. */
async function requireSpace(trx: Transaction, companyId: string, further: number): Promise<void> {
  await lockCompany(trx, companyId);
  if ((await questions.countAll(trx, companyId)) + further > QUESTIONS_MAX)
    throw new AppError('limit_reached', `A company has at most ${QUESTIONS_MAX} questions.`);
}

/**
 * Stores a new version of a question, or nothing if the content is the same. Throws `not_found`, `conflict` if
 * `version` is not the latest, or `invalid` if two starters have one language.
 */
export function changeQuestion(
  { db }: DbContext,
  principal: Principal,
  id: string,
  { version, content }: { version: number; content: QuestionContent },
): Promise<Question> {
  const { companyId, userId } = principal;
  return db.transaction().execute(async (trx) => {
    const locked = await questions.lockQuestion(trx, companyId, id);
    if (!locked) throw noSuchQuestion();
    const tidied = tidy(content);
    // Also if the reply to a save was lost.
    if (isDeepStrictEqual(await questions.findVersion(trx, companyId, id, locked.version), tidied))
      return requireQuestion(trx, companyId, id);
    if (locked.version !== version) throw conflict('A colleague has changed this question. Reload it to see how.');
    const next = version + 1;
    await questions.insertVersion(trx, { questionId: id, version: next, userId }, tidied);
    await questions.setVersion(trx, companyId, id, { version: next, keep: QUESTION_VERSIONS_MAX });
    await recordByUser(trx, principal, 'question.changed');
    return requireQuestion(trx, companyId, id);
  });
}

/**
 * Returns the content as it is stored: the title trimmed and composed, hidden files behind the others, codes as a
 * room's document can have them. Throws `invalid`.
 */
function tidy({ solutions = [], ...content }: QuestionContent): QuestionContent {
  const languages = content.starters.map(({ language }) => language);
  if (new Set(languages).size < languages.length) throw invalid('starters', 'Each language has one starter.');
  const problem = starterFilesProblem(content.starters);
  if (problem !== null) throw invalid('starters', problem);
  const unsolved = solutionsProblem(solutions);
  if (unsolved !== null) throw invalid('solutions', unsolved);
  const starters = wholeStarters(storedStarters(cleanStarters(content.starters)));
  const fields = { ...content, starters, title: requireName('title', content.title, QUESTION_TITLE_MAX) };
  const data = content.data?.trim() ? content.data : null;
  const cleaned = solutions.map((solution) => ({ ...solution, files: cleanFiles(solution.files) }));
  return { ...fields, data, ...(solutions.length > 0 && { solutions: cleaned }) };
}

/** Archives a question, or takes it out of the archive; idempotent. Throws `not_found`. */
export function archiveQuestion(
  { db }: DbContext,
  principal: Principal,
  id: string,
  isArchived: boolean,
): Promise<Question> {
  const { companyId } = principal;
  return db.transaction().execute(async (trx) => {
    const locked = await questions.lockQuestion(trx, companyId, id);
    if (!locked) throw noSuchQuestion();
    if ((locked.archived_at !== null) !== isArchived) {
      await questions.setArchived(trx, companyId, id, isArchived);
      await recordByUser(trx, principal, isArchived ? 'question.archived' : 'question.restored');
    }
    return requireQuestion(trx, companyId, id);
  });
}

/** Deletes a question that was never shown. Throws `not_found`, or `conflict` if it was shown. */
export async function deleteQuestion({ db }: DbContext, principal: Principal, id: string): Promise<void> {
  const { companyId } = principal;
  await db.transaction().execute(async (trx) => {
    const locked = await questions.lockQuestion(trx, companyId, id);
    if (!locked) throw noSuchQuestion();
    if (locked.used_at !== null) throw conflict('This question was shown in an interview. Archive it instead.');
    await questions.deleteQuestion(trx, companyId, id);
    await recordByUser(trx, principal, 'question.deleted');
  });
}

/** Records an action of a user about the company's questions. */
export function recordByUser(trx: Transaction, { companyId, userId }: Principal, action: AuditAction): Promise<void> {
  return recordAudit(trx, { companyId, action, by: { userId } });
}

/** Returns the versions of a question, newest first. Throws `not_found`. */
export async function listQuestionVersions({ db }: DbContext, companyId: string, id: string) {
  const data = await questions.listVersions(db, companyId, id);
  if (data.length === 0) throw noSuchQuestion();
  return { data };
}

/** Returns the content of a version. Throws `not_found`. */
export async function readQuestionVersion(
  { db }: DbContext,
  companyId: string,
  { id, version }: { id: string; version: string },
) {
  const content = await questions.findVersion(db, companyId, id, Number(version));
  if (!content) throw noSuchQuestion();
  return { content };
}
