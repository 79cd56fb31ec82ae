import { FILE_TEXTS, SHARED_TEXT } from '@cip/contracts/rooms/text-limits';
import { CANDIDATES_FILES_MAX, takenName } from '@cip/contracts/rooms/files';
import type { RoomFile } from '@cip/contracts/rooms/files';
import type { ShownStarter } from '@cip/contracts/questions/starters';
import { formatCountOf } from '../../../shared/format.ts';
import { newOperationId } from '../../../shared/api/operation-id.ts';
import { createFile, deleteFile, mayChangeFiles, restoreFile } from '../files/file-acts.ts';
import type { LiveRoom } from '../live/live-room.ts';

type StarterFile = NonNullable<ShownStarter['files']>[number];

/** The text of a file in the room, and the code that replaces it. */
export interface FilledFile {
  root: string;
  code: string;
}

/** The changes of a room's files, besides the first one, that a starter needs. */
export interface PlannedFiles {
  /** Files that the room lacks. */
  missing: StarterFile[];
  /** Files that the room has with another text, which is replaced. */
  filled: FilledFile[];
  /** The names of files that stay although the room has them with another text, or the starter lacks them. */
  kept: string[];
  /** Files that the starter lacks and that are deleted. */
  extra: RoomFile[];
  /** How much longer the files become, in UTF-16 units. */
  length: number;
  /** Why the room cannot have these files, as a sentence; null if it can. */
  problem: string | null;
}

/**
 * Returns the changes of files that a starter needs; `starters` are all that the room knows. With `isAlone` no other
 * text or file stays beside it.
 */
export function planFiles(
  room: LiveRoom,
  { files = [] }: ShownStarter,
  { starters, isAlone }: { starters: readonly ShownStarter[]; isAlone: boolean },
): PlannedFiles {
  const { code, connection } = room;
  const list = connection.store.get().files;
  const plan: PlannedFiles = { missing: [], filled: [], kept: [], extra: [], length: 0, problem: null };
  for (const file of files) {
    const there = findFile(list.files, file.name);
    const text = there ? code.textOf(there.root) : '';
    const taken = there
      ? null
      : takenName(
          file.name,
          list.files.map(({ name }) => name),
        );
    if (there?.root === SHARED_TEXT || taken !== null) plan.problem ??= collision(file.name, taken ?? file.name);
    else if (!there) plan.missing.push(file);
    else if (text === file.code) continue;
    else if (isAlone || isUntouched(text, starters)) plan.filled.push({ root: there.root, code: file.code });
    else plan.kept.push(there.name);
  }
  if (isAlone) {
    const extra = list.files.filter(({ root, name }) => root !== SHARED_TEXT && !findFile(files, name));
    if (mayChangeFiles(room, connection.store.get().filesAllowed)) plan.extra = extra;
    else plan.kept = extra.map(({ name }) => name);
  }
  const replaced = plan.filled.reduce((sum, { root }) => sum + code.textOf(root).length, 0);
  plan.length = lengthOf(plan.missing) + lengthOf(plan.filled) - replaced;
  const created = plan.missing.filter((file) => !findDeleted(room, file));
  plan.problem ??= noSpace(room, created.length);
  return plan;
}

const lengthOf = (files: readonly { code: string }[]) => files.reduce((sum, { code }) => sum + code.length, 0);

const findFile = <File extends { name: string }>(files: readonly File[], name: string) =>
  files.find((file) => file.name.toLowerCase() === name.toLowerCase());

/** Whether nobody has typed into a file: it is empty, or as a starter has it. */
function isUntouched(text: string, starters: readonly ShownStarter[]): boolean {
  return text.trim() === '' || starters.some(({ files = [] }) => files.some((file) => file.code === text));
}

/**
 * Returns the files of other starters that a starter lacks, and into which nobody typed, if the user may delete files.
 */
export function filesOfOthers(
  room: LiveRoom,
  { files = [] }: ShownStarter,
  starters: readonly ShownStarter[],
): RoomFile[] {
  const { files: list, filesAllowed } = room.connection.store.get();
  if (!mayChangeFiles(room, filesAllowed)) return [];
  return list.files.filter(({ root, name }) => {
    const text = room.code.textOf(root);
    return root !== SHARED_TEXT && !findFile(files, name) && text.trim() !== '' && isUntouched(text, starters);
  });
}

const collision = (name: string, taken: string) =>
  `The starter has a file ${name}, and this session has ${taken} already. Rename that first. Nothing was changed.`;

function noSpace({ connection, userType }: LiveRoom, missing: number): string | null {
  const { files, deleted, creatableByCandidates = missing } = connection.store.get().files;
  const free = FILE_TEXTS.length - files.length - deleted.length;
  const needed = formatCountOf(missing, 'more file');
  if (missing > free)
    return `The starter needs ${needed}, but only ${free} of a session’s ${FILE_TEXTS.length} files are left. Nothing was changed.`;
  if (userType !== 'candidate' || missing <= creatableByCandidates) return null;
  return `The starter needs ${needed}, but only ${creatableByCandidates} of the ${CANDIDATES_FILES_MAX} files that candidates can create are left. Ask the interviewer to insert it. Nothing was changed.`;
}

/**
 * Creates files in the room, or restores deleted ones, as a starter has them. Resolves to their texts, or to why that
 * is impossible. If someone else creates one of them meanwhile, the rest is left to them: two people who insert the
 * same starter would double its text.
 */
export async function addFiles(
  room: LiveRoom,
  files: readonly StarterFile[],
): Promise<{ filled: FilledFile[] } | { problem: string }> {
  const filled: FilledFile[] = [];
  for (const { name, code } of files) {
    const added = await addFile(room, { name, code });
    const isThere = findFile(room.connection.store.get().files.files, name) !== undefined;
    if ('problem' in added) return isThere ? { problem: createdMeanwhile(name) } : added;
    filled.push({ root: added.root, code });
  }
  return { filled };
}

/** Deletes files of the room, which can be restored. Resolves to why one of them stays, else to null. */
export async function deleteFiles(room: LiveRoom, files: readonly RoomFile[]): Promise<string | null> {
  for (const { root, name } of files) {
    const problem = await deleteFile(room, root);
    if (problem !== null) return `The starter is there, but ${name} could not be deleted. ${problem}`;
  }
  return null;
}

const createdMeanwhile = (name: string) =>
  `${name} was created meanwhile, maybe by someone who inserts this starter too. If it does not appear, try again.`;

async function addFile(room: LiveRoom, { name, code }: StarterFile): Promise<{ root: string } | { problem: string }> {
  const same = findDeleted(room, { name, code });
  if (!same) return createFile(room, { id: newOperationId(), name });
  const problem = await restoreFile(room, same.root);
  return problem === null ? { root: same.root } : { problem };
}

/** Returns the deleted file that a starter has with the same text, because it is restored in place of a new one. */
function findDeleted(room: LiveRoom, { name, code }: StarterFile): RoomFile | undefined {
  const { deleted } = room.connection.store.get().files;
  return deleted.find((file) => file.name === name && room.code.textOf(file.root) === code);
}

/** Returns a sentence about files that stay as they are; null if there are none. */
export function wordsAboutKept({ kept }: PlannedFiles): string | null {
  if (kept.length === 0) return null;
  const names = kept.join(', ');
  return `${names} ${kept.length === 1 ? 'has another text and stays as it is.' : 'have other texts and stay as they are.'}`;
}
