import { crc32 } from 'node:zlib';
import { ARCHIVE_FILES_MAX, QUESTIONS_MAX, type QuestionContent } from '@cip/contracts/questions/questions';
import { type Entry, fromBufferPromise, getFileNameLowLevel, validateFileName, type ZipFile } from 'yauzl';
import { FileProblem } from './file-problem.ts';
import { whyNoQuestion } from './not-questions.ts';
import { readQuestionFile } from './question-file.ts';

/** Largest file of an archive, in bytes: a question with all fields at their limits. */
const FILE_MAX_BYTES = 3 * 1024 * 1024;
/** All files of an archive together, in bytes, because they are in memory together. */
const FILES_MAX_BYTES = 16 * 1024 * 1024;
/** Files that operating systems add to archives. */
const IGNORED = /^__MACOSX\/|(^|\/)(\.DS_Store|Thumbs\.db|desktop\.ini)$/;
/** Letters of a name of a file that a message shows. */
const NAME_SHOWN = 100;

/** The questions of an archive, and its files that are none, each with the reason. */
export interface UnpackedQuestions {
  questions: QuestionContent[];
  skipped: { file: string; reason: string }[];
}

/**
 * Returns the questions of a ZIP archive of Markdown files, or of a single such file. If nobody wrote a file as a
 * question, it is skipped. Throws FileProblem, which names the file.
 */
export async function unpackQuestions(bytes: Buffer): Promise<UnpackedQuestions> {
  if (hasFrontMatter(bytes)) return { questions: [readSingle(bytes)], skipped: [] };
  const zip = await open(bytes);
  const questions: QuestionContent[] = [];
  const skipped: UnpackedQuestions['skipped'] = [];
  const names = new Set<string>();
  let size = 0;
  for await (const entry of entriesOf(zip)) {
    const name = nameOf(entry);
    if (name.endsWith('/') || IGNORED.test(name)) continue;
    size += entry.uncompressedSize;
    const content = await about(name, () => {
      if (names.has(name)) throw new FileProblem('The archive has two files with this name');
      if (entry.uncompressedSize > FILE_MAX_BYTES) throw new FileProblem('The file is too large');
      if (size > FILES_MAX_BYTES) throw new FileProblem('The files of the archive are too large together');
      return readEntry(zip, entry, name);
    });
    if ('reason' in content) skipped.push({ file: shown(name), reason: content.reason });
    else questions.push(content);
    names.add(name);
    if (questions.length > QUESTIONS_MAX)
      throw new FileProblem(`The archive has more than ${QUESTIONS_MAX} questions.`);
  }
  if (questions.length === 0) throw new FileProblem('The archive has no Markdown files.');
  return { questions, skipped };
}

function readSingle(bytes: Buffer): QuestionContent {
  if (bytes.length > FILE_MAX_BYTES) throw new FileProblem('The file is too large.');
  return readQuestionFile(decode(bytes));
}

/** Returns whether bytes begin as a question does. */
function hasFrontMatter(bytes: Buffer): boolean {
  return /^(\uFEFF)?---[ \t]*\r?\n/.test(bytes.subarray(0, 64).toString('utf8'));
}

async function open(bytes: Buffer): Promise<ZipFile> {
  const zip = await fromBufferPromise(bytes, { decodeStrings: false }).catch(() => null);
  if (zip === null) throw new FileProblem('The file is not a ZIP archive.');
  if (zip.entryCount > ARCHIVE_FILES_MAX) throw new FileProblem('The archive has too many files.');
  return zip;
}

async function* entriesOf(zip: ZipFile): AsyncGenerator<Entry> {
  try {
    yield* zip.eachEntry();
  } catch (error) {
    throw error instanceof FileProblem ? error : new FileProblem('The ZIP archive is damaged.');
  }
}

/** Returns the name of a file. Throws FileProblem if it could lead out of a folder, or is not readable. */
function nameOf({ generalPurposeBitFlag, fileNameRaw, extraFields }: Entry): string {
  const name = getFileNameLowLevel(generalPurposeBitFlag, fileNameRaw, extraFields, true);
  const isSafe = validateFileName(name) === null && !/\p{C}|\ufffd/u.test(name) && name !== '';
  if (!isSafe) throw new FileProblem(`${shown(name)}: The name of this file is not allowed.`);
  return name;
}

async function readEntry(zip: ZipFile, entry: Entry, name: string): Promise<QuestionContent | { reason: string }> {
  const isMarkdown = /\.(md|markdown)$/i.test(name);
  // Without its bytes, which may be of any kind.
  const known = whyNoQuestion(name, isMarkdown);
  if (known !== null) return { reason: known };
  if (!isMarkdown) throw new FileProblem('Only Markdown files (.md) are imported');
  if (entry.isEncrypted()) throw new FileProblem('The file is encrypted');
  const bytes = await contentOf(zip, entry);
  const reason = whyNoQuestion(name, hasFrontMatter(bytes));
  return reason === null ? readQuestionFile(decode(bytes)) : { reason };
}

async function contentOf(zip: ZipFile, entry: Entry): Promise<Buffer> {
  const damaged = () => new FileProblem('The file is damaged');
  const pieces: Buffer[] = [];
  try {
    for await (const piece of await zip.openReadStreamPromise(entry)) pieces.push(piece as Buffer);
  } catch {
    throw damaged();
  }
  const bytes = Buffer.concat(pieces);
  if (bytes.length !== entry.uncompressedSize || crc32(bytes) !== entry.crc32) throw damaged();
  return bytes;
}

function decode(bytes: Buffer): string {
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    throw new FileProblem('The file is not UTF-8 text');
  }
}

/** Adds the name of the file to its problem. */
async function about<T>(name: string, read: () => Promise<T>): Promise<T> {
  try {
    return await read();
  } catch (error) {
    throw error instanceof FileProblem ? new FileProblem(`${shown(name)}: ${error.message}.`) : error;
  }
}

function shown(name: string): string {
  const letters = [...name.replaceAll(/\p{C}/gu, '\ufffd')];
  return letters.length > NAME_SHOWN ? `${letters.slice(0, NAME_SHOWN).join('')}…` : letters.join('');
}
