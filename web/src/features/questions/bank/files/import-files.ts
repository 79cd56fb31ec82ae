import { starterFilesProblem } from '@cip/contracts/questions/starter-files';
import { QUESTION_TEXT_MAX, STARTER_FILES_CHARS_MAX, STARTER_FILES_MAX } from '@cip/contracts/questions/starter-limits';
import type { Starter, StarterFile } from '@cip/contracts/questions/starters';
import { cleanCode } from '@cip/contracts/rooms/code-text';
import { fileNameProblem } from '@cip/contracts/rooms/file-names';
import { firstFileName } from '@cip/contracts/rooms/files';
import { formatCount, formatCountOf } from '../../../../shared/format.ts';

/** Folders of tools and packages, which nobody wrote for a question. */
const MADE_BY_TOOLS = /(^|\/)(node_modules|__pycache__|venv|target|dist)\//;

/** Most names in the sentence about files that were left out, and the longest of them (characters). */
const NAMED_MAX = 5;
const NAME_MAX = 40;

interface SkippedFile {
  name: string;
  reason: string;
}

/** A starter with files that were imported, and a sentence about the refused ones. */
export interface ImportedStarter {
  starter: Starter;
  report: string;
}

/**
 * Reads files that a user picked, or all files of a picked folder, into a starter: a file of the same name is replaced,
 * also the first one. Files that no starter can have are left out. Resolves to a sentence if the rest is too much.
 */
export async function importFiles(
  starter: Starter,
  picked: readonly File[],
): Promise<ImportedStarter | { problem: string }> {
  const skipped: SkippedFile[] = [];
  const read: StarterFile[] = [];
  for (const file of picked) {
    const name = nameOf(file);
    const reason = whyNot(file, name);
    const code = reason === null ? await textOf(file) : null;
    if (reason === null && code !== null) read.push({ name, code });
    else skipped.push({ name, reason: reason ?? 'no text' });
    // So that a whole disk is not read.
    if (read.length > STARTER_FILES_MAX + 1) break;
  }
  const next = withFiles(starter, read);
  const problem = firstProblem(next) ?? starterFilesProblem([next]);
  if (problem !== null) return { problem: `${problem} Nothing was imported.` };
  return { starter: next, report: `${formatCountOf(read.length, 'file')} imported.${leftOut(skipped)}` };
}

/** Returns a sentence that names a few skipped files and counts the others by reason; empty if there are none. */
function leftOut(skipped: readonly SkippedFile[]): string {
  const named = skipped.slice(0, NAMED_MAX).map(({ name, reason }) => `${shortened(name)} (${reason})`);
  const others = Map.groupBy(skipped.slice(NAMED_MAX), ({ reason }) => reason);
  const counts = [...others].map(([reason, files]) => `${reason}: ${formatCount(files.length)}`);
  const more = counts.length > 0 ? `, and more (${counts.join(', ')})` : '';
  return named.length > 0 ? ` Left out: ${named.join(', ')}${more}.` : '';
}

const shortened = (name: string) => (name.length > NAME_MAX ? `…${name.slice(1 - NAME_MAX)}` : name);

/** Returns the name of a file inside of the folder that was picked. */
function nameOf({ name, webkitRelativePath: path }: File): string {
  return path === '' ? name : path.slice(path.indexOf('/') + 1);
}

function whyNot({ size }: File, name: string): string | null {
  if (/(^|\/)\./.test(name)) return 'a hidden file of its system';
  if (MADE_BY_TOOLS.test(name)) return 'made by a tool';
  const problem = fileNameProblem(name);
  if (problem !== null) return problem.replace(/\.$/, '');
  return size > 4 * STARTER_FILES_CHARS_MAX ? 'too large' : null;
}

/** Returns the text of a file; null if it is none. */
async function textOf(file: File): Promise<string | null> {
  try {
    const text = new TextDecoder('utf-8', { fatal: true }).decode(await file.arrayBuffer());
    return text.includes('\0') ? null : cleanCode(text);
  } catch {
    return null;
  }
}

function withFiles(starter: Starter, read: readonly StarterFile[]): Starter {
  const first = firstFileName(starter.language, []);
  const files = [...(starter.files ?? [])];
  let { code } = starter;
  for (const file of read) {
    const place = files.findIndex(({ name }) => name === file.name);
    if (file.name === first) code = file.code;
    else if (place >= 0) files[place] = { ...files[place], ...file };
    else files.push(file);
  }
  return { ...starter, code, ...(files.length > 0 && { files }) };
}

function firstProblem({ code, language }: Starter): string | null {
  const name = firstFileName(language, []);
  return code.length > QUESTION_TEXT_MAX ? `${name} has more than ${formatCount(QUESTION_TEXT_MAX)} characters.` : null;
}
