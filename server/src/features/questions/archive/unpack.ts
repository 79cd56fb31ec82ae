import { crc32 } from 'node:zlib';
import { ARCHIVE_FILES_MAX, QUESTIONS_MAX, type QuestionContent } from '@cip/contracts/questions/questions';
import { type Entry, fromBufferPromise, getFileNameLowLevel, validateFileName, type ZipFile } from 'yauzl';
import { FileProblem } from './file-problem.ts';
import { whyNoQuestion } from './not-questions.ts';
import { openQuestionFile, readQuestionFile } from './question-file.ts';

/** Largest file of an archive, in bytes: a question with all fields at their limits. */
const FILE_MAX_BYTES = 3 * 1024 * 1024;
/** All files of an archive together, in bytes, because they are in memory together. */
const FILES_MAX_BYTES = 16 * 1024 * 1024;
const MARKDOWN = /\.(md|markdown)$/i;
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
 * Returns the questions of a ZIP archive of Markdown files with their folders, or of a single such file. If nobody
 * wrote a file as a question, it is skipped. Throws FileProblem, which names the file.
 */
export async function unpackQuestions(bytes: Buffer): Promise<UnpackedQuestions> {
  if (hasFrontMatter(bytes)) return { questions: [readSingle(bytes)], skipped: [] };
  const zip = await open(bytes);
  const entries = await listEntries(zip);
  const questions: QuestionContent[] = [];
  const skipped: UnpackedQuestions['skipped'] = [];
  /** The files of folders, which may look like questions. */
  const named = new Set<string>();
  // A folder is deeper than its question.
  const depth = (name: string) => name.split('/').length;
  for (const name of [...entries.keys()].toSorted((a, b) => depth(a) - depth(b))) {
    if (named.has(name)) continue;
    const content = await about(name, () => readEntry({ zip, entries, named }, name));
    if ('reason' in content) skipped.push({ file: shown(name), reason: content.reason });
    else questions.push(content);
    if (questions.length > QUESTIONS_MAX)
      throw new FileProblem(`The archive has more than ${QUESTIONS_MAX} questions.`);
  }
  if (questions.length === 0) throw new FileProblem('The archive has no Markdown files.');
  return { questions, skipped };
}

/** Returns the files of an archive by their names, within its limits. */
async function listEntries(zip: ZipFile): Promise<Map<string, Entry>> {
  const entries = new Map<string, Entry>();
  let size = 0;
  for await (const entry of entriesOf(zip)) {
    const name = nameOf(entry);
    if (name.endsWith('/') || IGNORED.test(name)) continue;
    size += entry.uncompressedSize;
    const problem = entries.has(name)
      ? 'The archive has two files with this name'
      : entry.uncompressedSize > FILE_MAX_BYTES
        ? 'The file is too large'
        : size > FILES_MAX_BYTES
          ? 'The files of the archive are too large together'
          : null;
    if (problem !== null) throw new FileProblem(`${shown(name)}: ${problem}.`);
    entries.set(name, entry);
  }
  return entries;
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

interface OpenArchive {
  zip: ZipFile;
  entries: ReadonlyMap<string, Entry>;
  /** The files that questions name, which are none. */
  named: Set<string>;
}

async function readEntry(archive: OpenArchive, name: string): Promise<QuestionContent | { reason: string }> {
  const isMarkdown = MARKDOWN.test(name);
  // Without its bytes, which may be of any kind.
  const known = whyNoQuestion(name, isMarkdown);
  if (known !== null) return { reason: known };
  if (!isMarkdown) throw new FileProblem('Only Markdown files (.md) are imported');
  const bytes = await contentOf(archive, name);
  const reason = whyNoQuestion(name, hasFrontMatter(bytes));
  return reason === null ? readWithFolder(archive, name, decode(bytes)) : { reason };
}

async function readWithFolder(archive: OpenArchive, name: string, file: string): Promise<QuestionContent> {
  const { paths, read } = openQuestionFile(file);
  const folder = name.replace(MARKDOWN, '');
  const codes = new Map<string, string>();
  for (const path of paths) {
    const full = `${folder}/${path}`;
    archive.named.add(full);
    if (archive.entries.has(full)) codes.set(path, decode(await contentOf(archive, full)));
  }
  return read(codes);
}

async function contentOf({ zip, entries }: OpenArchive, name: string): Promise<Buffer> {
  const entry = entries.get(name);
  if (!entry) throw new FileProblem('The file is missing');
  if (entry.isEncrypted()) throw new FileProblem('The file is encrypted');
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
