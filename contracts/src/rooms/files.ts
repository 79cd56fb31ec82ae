import { Type } from 'typebox';
import { Closed, FileName, OneOf, OperationId } from '../protocol/common.ts';
import { clientEvent, Nothing } from '../protocol/events.ts';
import { codeExtension } from './code-files.ts';
import { fileNameProblem } from './file-names.ts';
import { FILE_TEXTS, SHARED_TEXT } from './text-limits.ts';

/** Files that all candidates of an interview may create together; the rest is for interviewers. */
export const CANDIDATES_FILES_MAX = 14;

/** A name that the server may have to refuse with a reason. */
export const SentFileName = Type.String({ minLength: 1, maxLength: 200 });
/** The text of a file inside the Yjs document. */
export const FileText = OneOf(FILE_TEXTS);

/** A file of an interview. */
export const RoomFile = Closed({ root: FileText, name: FileName });
export type RoomFile = Type.Static<typeof RoomFile>;

/** The files of an interview in the order of their creation, the first one with the code that the spec knows. */
const files = Type.Array(RoomFile, { maxItems: FILE_TEXTS.length });
export const fileListFields = {
  files,
  /** Deleted files, which can be restored: their texts stay in the document. */
  deleted: files,
  /** How many files candidates can still create; absent from nodes of the previous release. */
  creatableByCandidates: Type.Optional(Type.Integer({ minimum: 0, maximum: CANDIDATES_FILES_MAX })),
};
export const FileList = Closed(fileListFields);
export type FileList = Type.Static<typeof FileList>;

/** Creates a file; repeating the `id` returns the same one. The reply names the text that is its own from now on. */
export const createFile = clientEvent({
  name: 'file:create',
  from: 'participant',
  payload: Closed({ id: OperationId, name: SentFileName }),
  reply: Closed({ root: FileText }),
});

export const renameFile = clientEvent({
  name: 'file:rename',
  from: 'participant',
  payload: Closed({ root: FileText, name: SentFileName }),
  reply: Nothing,
});

/** Takes a file out of the list; its text stays, so that nothing typed meanwhile is lost. The first file stays. */
export const deleteFile = clientEvent({
  name: 'file:delete',
  from: 'participant',
  payload: Closed({ root: FileText }),
  reply: Nothing,
});

/** Brings a deleted file back with its text. */
export const restoreFile = clientEvent({
  name: 'file:restore',
  from: 'participant',
  payload: Closed({ root: FileText }),
  reply: Nothing,
});

/** Lets candidates change the list of files, or only interviewers. */
export const allowFiles = clientEvent({
  name: 'file:allow',
  from: 'interviewer',
  payload: Closed({ isAllowed: Type.Boolean() }),
  reply: Nothing,
});

/** The participant who changed the list of files. */
export interface FileActor {
  id: string;
  name: string;
}

/** Events about files that the server sends. */
export interface FileServerEvents {
  /** Without `by`, the language of the room has renamed the first file. */
  'file:changed': (list: FileList & { by?: FileActor }) => void;
  /** Whether candidates may change the list. */
  'file:allowed': (state: { isAllowed: boolean }) => void;
}

/**
 * Returns the name that a file's name collides with; null if there is none. Case does not count, and a file cannot have
 * the name of a folder.
 */
export function takenName(name: string, others: readonly string[]): string | null {
  const wanted = name.toLowerCase();
  const collides = (other: string) =>
    other === wanted || other.startsWith(`${wanted}/`) || wanted.startsWith(`${other}/`);
  return others.find((other) => collides(other.toLowerCase())) ?? null;
}

/** Returns why a file cannot have a name beside others, as a sentence; null if it can. */
export function nameProblem(name: string, others: readonly string[]): string | null {
  const taken = takenName(name, others);
  return name === '' ? 'A file needs a name.' : (fileNameProblem(name) ?? (taken && `There is ${taken} already.`));
}

/**
 * Returns the name of the first file while nobody has named it: it follows the language, past names that other files
 * have.
 */
export function firstFileName(language: string, others: readonly string[]): string {
  const extension = codeExtension(language);
  for (let number = 1; ; number++) {
    const name = number === 1 ? `main.${extension}` : `main-${number}.${extension}`;
    if (takenName(name, others) === null) return name;
  }
}

/** The list of an interview in which nobody has created or named a file. */
export function oneFile(language: string): FileList {
  return { files: [{ root: SHARED_TEXT, name: firstFileName(language, []) }], deleted: [] };
}
