import { languageOf } from '../../../features/documents/editor/languages/languages.ts';
import { lengthOfAll } from '../../../features/documents/sync/edits/length-limit.ts';
import { replaceOnce } from '../../../features/documents/sync/edits/replace-once.ts';
import { endsWithStarter, starterEdit, TOO_LONG } from '../../../features/questions/room/starter-edit.ts';
import type { StarterEdit } from '../../../features/questions/room/starter-edit.ts';
import { programHash } from '../../../features/runs/state/run-id.ts';
import type { LiveRoom } from '../live/live-room.ts';
import { severalFilesOf } from '../runs/room-texts.ts';
import { addFiles, deleteFiles, filesOfOthers, planFiles, wordsAboutKept } from './starter-files.ts';
import type { FilledFile, PlannedFiles } from './starter-files.ts';

/** Shown if the code changed while it was put aside. */
const CHANGED = 'Someone typed in the meantime. Nothing was changed: try again.';

interface PlannedStarter {
  /** Whether nothing else that the room has stays beside it. */
  isAlone: boolean;
  /** Whether the first file has the starter already. */
  isThere: boolean;
  /** The edit of the first file; null if the code would be too long. */
  edit: StarterEdit | null;
  files: PlannedFiles;
}

/**
 * Returns what inserts a question's starter in the room's language, or null if there is nothing to insert. With
 * `isAlone` it takes the place of all that the room has.
 */
export function planStarter(room: LiveRoom, id: string, isAlone = false): PlannedStarter | null {
  const found = findStarter(room, id);
  if (found === null) return null;
  const { starter, starters, number } = found;
  const { text } = room.code;
  const files = planFiles(room, starter, { starters, isAlone });
  const { missing, filled, extra, problem } = files;
  const isThere = isAlone ? text === starter.code : endsWithStarter(text, starter, number);
  if (isThere && missing.length + filled.length + extra.length === 0 && problem === null) return null;
  // As if nobody had typed.
  const situation = { text: isAlone ? '' : text, starters, lengthOfOthers: lengthOfOthers(room) + files.length };
  return { isAlone, isThere, edit: starterEdit(situation, starter, number), files };
}

/** Returns a sentence about the files of a question's starter that stay as they are; null if there are none. */
export function keptFiles(room: LiveRoom, id: string): string | null {
  const found = findStarter(room, id);
  return found && wordsAboutKept(planFiles(room, found.starter, { starters: found.starters, isAlone: false }));
}

/** Returns a question's starter in the room's language, with all starters of the room; null if there is none. */
function findStarter({ shownQuestions, connection }: LiveRoom, id: string) {
  const { questions } = shownQuestions.store.get();
  const question = questions.find((one) => one.id === id);
  const starter = question?.starters.find(({ language }) => language === connection.store.get().language);
  return question && starter
    ? { starter, starters: questions.flatMap((each) => each.starters), number: question.number }
    : null;
}

/** Returns why a question's starter was not inserted although nobody refused it; null if all of it is there. */
function whyNone(room: LiveRoom, id: string): string | null {
  const { label } = languageOf(room.connection.store.get().language);
  return findStarter(room, id) ? null : `This question has no starter in ${label}. Nothing was changed.`;
}

/**
 * Inserts a question's starter in the room's language in place of another starter, whose files are deleted where nobody
 * typed. Resolves to `ask`, and changes nothing, if someone typed into the first file: then the dialog lets the user
 * decide. Otherwise it resolves to the reason if that is impossible, else to null.
 */
export async function insertStarter(room: LiveRoom, id: string): Promise<'ask' | { problem: string } | null> {
  const planned = planStarter(room, id);
  if (planned && !planned.isThere && planned.edit?.from !== 0) return 'ask';
  const found = planned?.isThere === false ? findStarter(room, id) : null;
  const left = found ? filesOfOthers(room, found.starter, found.starters) : [];
  let problem = await insertFiles(room, id, { planned, editOf: ({ edit }) => (edit?.from === 0 ? edit : null) });
  if (problem === null) {
    problem = await deleteFiles(room, left);
    return problem === null ? null : { problem };
  }
  const present = planStarter(room, id);
  // Someone may have inserted the same, or typed, while files were created.
  if (present === null) return findStarter(room, id) ? null : { problem };
  return present.edit?.from === 0 ? { problem } : 'ask';
}

/** Adds a question's starter below the typed text. Resolves to the reason if that is impossible, else to null. */
export function addBelow(room: LiveRoom, id: string): Promise<string | null> {
  return insertFiles(room, id, { planned: planStarter(room, id) });
}

/**
 * Has the server keep all files of the room, and puts a question's starter in their place; files that it lacks are
 * deleted if the user may do so. Resolves to the reason if that is impossible, else to null.
 */
export async function replaceByStarter(room: LiveRoom, id: string): Promise<string | null> {
  await room.code.flush();
  const planned = planStarter(room, id, true);
  if (planned === null) return whyNone(room, id);
  const impossible = planned.files.problem ?? (planned.edit ? null : TOO_LONG);
  if (impossible !== null) return impossible;
  const texts = textsOf(room);
  const hash = programHash({ text: () => room.code.text, files: () => severalFilesOf(room) });
  const ack = await room.shownQuestions.request('question:put-aside', { question: id, hash });
  if (!ack.ok) return ack.error.message;
  // The edit runs in one turn with the comparison, so that it replaces exactly the texts that the server has.
  const refusal = () => (texts.every(({ root, text }) => room.code.textOf(root) === text) ? null : CHANGED);
  const problem = await insertFiles(room, id, { planned, refusal });
  return problem ?? deleteFiles(room, planned.files.extra);
}

/** Returns the texts of all files that the room has now. */
const textsOf = ({ code, connection }: LiveRoom) =>
  connection.store.get().files.files.map(({ root }) => ({ root, text: code.textOf(root) }));

interface Insertion {
  planned: PlannedStarter | null;
  /** Returns the edit of the first file, null if there must be none; by default the planned one. */
  editOf?: (planned: PlannedStarter) => StarterEdit | null;
  /** Returns why nothing may be inserted any more; null if it may. */
  refusal?: () => string | null;
}

/**
 * Creates the files that a starter lacks in the room, and then inserts the texts of all files as one edit. Resolves to
 * the reason if that is impossible, else to null.
 */
async function insertFiles(
  room: LiveRoom,
  id: string,
  { planned, editOf = ({ edit }) => edit, refusal = () => null }: Insertion,
): Promise<string | null> {
  if (planned === null) return whyNone(room, id);
  const problem = planned.files.problem ?? refusal() ?? (planned.isThere || editOf(planned) ? null : TOO_LONG);
  if (problem !== null) return problem;
  const { missing } = planned.files;
  // A starter of one file is inserted in the turn of the press.
  const added = missing.length > 0 ? await addFiles(room, missing) : { filled: [] };
  if ('problem' in added) return added.problem;
  const present = planStarter(room, id, planned.isAlone);
  if (present === null) return whyNone(room, id);
  const refused = refusal();
  if (refused !== null) return refused;
  const edit = present.isThere ? null : editOf(present);
  if (!edit && !present.isThere) return TOO_LONG;
  const { gate } = room.code;
  // Without files that someone else created or typed into meanwhile.
  const isOwn = ({ root }: FilledFile) => planned.files.filled.some((file) => file.root === root);
  const filled = [
    ...added.filled.filter(({ root }) => room.code.textOf(root) === ''),
    ...present.files.filled.filter(isOwn),
  ];
  const further = filled.map(({ root, code: text }) => ({ file: gate.file(root), from: 0, text }));
  replaceOnce([...(edit ? [{ file: gate, ...edit }] : []), ...further]);
  return null;
}

/** The length of the files besides the first one, which share its limit. */
const lengthOfOthers = ({ code: { gate } }: LiveRoom) => lengthOfAll(gate.editing) - gate.text.length;
