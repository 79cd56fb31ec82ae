import { FILE_TEXTS, SHARED_TEXT } from '@cip/contracts/rooms/text-limits';
import type { FileContent } from '@cip/contracts/rooms/file-contents';
import { fileNameProblem } from '@cip/contracts/rooms/file-names';
import { CANDIDATES_FILES_MAX, firstFileName, takenName, type FileList } from '@cip/contracts/rooms/files';
import type { Participant } from '@cip/contracts/rooms/rooms';
import type { TimelineAct } from '@cip/contracts/timeline/timeline';
import type { DbContext, RoomContext } from '../../../context.ts';
import { AppError, conflict, ended, forbidden, invalid, notFound } from '../../../errors.ts';
import type { Transaction } from '../../../platform/database/database.ts';
import { recordEvent } from '../../timeline/timeline.service.ts';
import { holdOpen } from '../log/documents.repository.ts';
import * as repository from './files.repository.ts';

interface FileMember {
  interviewId: string;
  participant: Participant;
}

interface Files {
  rows: repository.FileRow[];
  list: FileList;
}

const noSuchFile = () => notFound('This file does not exist.');

/** Returns the files of an interview with the deleted ones. */
export async function readFiles({ db }: DbContext, interviewId: string, language: string): Promise<Required<FileList>> {
  return listOf(await repository.listRows(db, interviewId), language);
}

/** Returns all files with their texts, which `textOf` returns by name; undefined if the interview has only one. */
export async function readContents(
  ctx: DbContext,
  { interviewId, language }: { interviewId: string; language: string },
  textOf: (root: string) => string,
): Promise<FileContent[] | undefined> {
  const { files } = await readFiles(ctx, interviewId, language);
  return files.length > 1 ? files.map(({ root, name }) => ({ name, content: textOf(root) })) : undefined;
}

function listOf(rows: repository.FileRow[], language: string): Required<FileList> {
  const living = rows.filter(({ deleted_at: deletedAt }) => deletedAt === null);
  const others = living.filter(({ root }) => root !== SHARED_TEXT);
  const given = living.find(({ root }) => root === SHARED_TEXT)?.name;
  const namesOfOthers = others.map(({ name }) => name);
  const first = { root: SHARED_TEXT, name: given ?? firstFileName(language, namesOfOthers) };
  const pick = ({ root, name }: repository.FileRow) => ({ root, name });
  return {
    files: [first, ...others.map(pick)],
    deleted: rows.filter(({ deleted_at: deletedAt }) => deletedAt !== null).map(pick),
    creatableByCandidates: creatableByCandidates(rows),
  };
}

const creatableByCandidates = (rows: repository.FileRow[]) =>
  Math.max(0, CANDIDATES_FILES_MAX - rows.filter((row) => row.by_candidate).length);

/**
 * Creates a file and returns the text that is its own. A repeated `id` returns the file of before. Throws `invalid` for
 * a name that is not portable or taken, `forbidden` while only interviewers change files, `limit_reached` or `ended`.
 */
export async function createFile(
  ctx: RoomContext,
  member: FileMember,
  { id, name }: { id: string; name: string },
): Promise<{ root: string }> {
  const { interviewId, participant } = member;
  return change(ctx, member, async (trx, { rows, list }) => {
    const repeated = rows.find(({ op_id: opId, created_by: by }) => opId === id && by === participant.id);
    if (repeated) return { reply: { root: repeated.root } };
    requireName(name, list);
    const root = FILE_TEXTS.find((text) => text !== SHARED_TEXT && rows.every((row) => row.root !== text));
    if (root === undefined) throw limitReached(`A session has at most ${FILE_TEXTS.length} files.`);
    if (participant.type === 'candidate' && creatableByCandidates(rows) === 0)
      throw limitReached(`Candidates can create at most ${CANDIDATES_FILES_MAX} files in a session.`);
    const file = { interview_id: interviewId, root, name, op_id: id, created_by: participant.id };
    await repository.insertFile(trx, file);
    return { reply: { root }, act: { kind: 'file_created', data: { root, name } } };
  });
}

/** Renames a file. Throws as `createFile`, and `not_found`. */
export async function renameFile(
  ctx: RoomContext,
  member: FileMember,
  { root, name }: { root: string; name: string },
): Promise<Record<string, never>> {
  const { interviewId } = member;
  return change(ctx, member, async (trx, { list }) => {
    const former = list.files.find((file) => file.root === root)?.name;
    if (former === undefined) throw noSuchFile();
    if (former === name) return { reply: {} };
    requireName(name, { ...list, files: list.files.filter((file) => file.root !== root) });
    await repository.storeName(trx, { interviewId, root, name });
    return { reply: {}, act: { kind: 'file_renamed', data: { root, name, former } } };
  });
}

/** Deletes a file. Throws `forbidden`, `not_found`, `conflict` for the first file, or `ended`. */
export async function deleteFile(
  ctx: RoomContext,
  member: FileMember,
  { root }: { root: string },
): Promise<Record<string, never>> {
  if (root === SHARED_TEXT) throw conflict('The first file cannot be deleted.');
  return change(ctx, member, async (trx, { list }) => {
    if (list.deleted.some((file) => file.root === root)) return { reply: {} };
    const file = list.files.find((each) => each.root === root);
    if (!file) throw noSuchFile();
    await repository.storeDeletion(trx, { interviewId: member.interviewId, root, isDeleted: true });
    return { reply: {}, act: { kind: 'file_deleted', data: file } };
  });
}

/** Restores a deleted file. Throws `forbidden`, `not_found`, `ended`, or `conflict` if its name is taken now. */
export async function restoreFile(
  ctx: RoomContext,
  member: FileMember,
  { root }: { root: string },
): Promise<Record<string, never>> {
  return change(ctx, member, async (trx, { list }) => {
    if (list.files.some((file) => file.root === root)) return { reply: {} };
    const file = list.deleted.find((each) => each.root === root);
    if (!file) throw noSuchFile();
    const taken = takenName(file.name, namesOf(list));
    if (taken !== null) throw conflict(`Rename ${taken} first: it has the name of this file.`);
    await repository.storeDeletion(trx, { interviewId: member.interviewId, root, isDeleted: false });
    return { reply: {}, act: { kind: 'file_restored', data: file } };
  });
}

/** Lets candidates change the list of files, or only interviewers. Throws `ended`. */
export async function allowFiles(
  { db, rooms }: RoomContext,
  { interviewId, participant }: FileMember,
  isAllowed: boolean,
): Promise<Record<string, never>> {
  const isNew = await db.transaction().execute(async (trx) => {
    if (!(await holdOpen(trx, interviewId))) throw ended();
    if (!(await repository.storeAllowed(trx, interviewId, isAllowed))) return false;
    const by = { interviewId, participantId: participant.id };
    await recordEvent(trx, by, { kind: 'files_allowed', data: { isAllowed } });
    return true;
  });
  if (isNew) rooms.announce(interviewId, 'file:allowed', { isAllowed });
  return {};
}

/** Shows the room the first file's name in a new language, if there are several files. */
export async function showFiles(ctx: RoomContext, interviewId: string, language: string): Promise<void> {
  const list = await readSeveralFiles(ctx, interviewId, language);
  if (list) ctx.rooms.announce(interviewId, 'file:changed', list);
}

/** Likewise returns the files; null if the interview has had a single one only, which pages show without a list. */
export async function readSeveralFiles(
  ctx: DbContext,
  interviewId: string,
  language: string,
): Promise<FileList | null> {
  const list = await readFiles(ctx, interviewId, language);
  return list.files.length + list.deleted.length > 1 ? list : null;
}

interface Change<Reply> {
  reply: Reply;
  /** The recorded event; nothing changed without it. */
  act?: TimelineAct;
}

/** Changes the list of files, records the change and announces the list. */
async function change<Reply>(
  { db, rooms }: RoomContext,
  { interviewId, participant }: FileMember,
  apply: (trx: Transaction, files: Files) => Promise<Change<Reply>>,
): Promise<Reply> {
  const { reply, list } = await db.transaction().execute(async (trx) => {
    if (!(await holdOpen(trx, interviewId))) throw ended();
    const { language, files_allowed: isAllowed } = await repository.lockDocument(trx, interviewId);
    if (!isAllowed && participant.type === 'candidate') throw forbidden('Only interviewers change files here.');
    const rows = await repository.listRows(trx, interviewId);
    const done = await apply(trx, { rows, list: listOf(rows, language) });
    if (!done.act) return { reply: done.reply, list: null };
    await recordEvent(trx, { interviewId, participantId: participant.id }, done.act);
    return { reply: done.reply, list: listOf(await repository.listRows(trx, interviewId), language) };
  });
  if (list) {
    const { id, name } = participant;
    rooms.announce(interviewId, 'file:changed', { ...list, by: { id, name } });
  }
  return reply;
}

function requireName(name: string, list: FileList): void {
  const problem = fileNameProblem(name);
  if (problem !== null) throw invalid('name', problem);
  const taken = takenName(name, namesOf(list));
  if (taken !== null) throw invalid('name', `There is ${taken} already.`);
}

const namesOf = ({ files }: FileList) => files.map(({ name }) => name);

const limitReached = (message: string) => new AppError('limit_reached', message);
