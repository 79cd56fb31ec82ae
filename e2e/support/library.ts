import { readFileSync, readdirSync } from 'node:fs';
import type { QuestionContent } from '@cip/contracts/questions/questions';
import { firstFileName } from '@cip/contracts/rooms/files';
import type { RunFile } from '@cip/contracts/runs/runs';

const LIBRARY = new URL('../../server/src/features/questions/library/', import.meta.url);

/** Returns the files of a project of the first library, with those of its solution in place of the starter's. */
export async function libraryFiles(
  project: string,
  isSolved: boolean,
): Promise<{ language: string; files: RunFile[] }> {
  const reader = new URL('../../server/src/features/questions/archive/question-file.ts', import.meta.url).href;
  const { readQuestionFile } = (await import(reader)) as { readQuestionFile: (file: string) => QuestionContent };
  const { starters } = readQuestionFile(readFileSync(new URL(`questions/${project}.md`, LIBRARY), 'utf8'));
  const [{ language, code, files = [] } = { language: '', code: '' }] = starters;
  const folder = new URL(`solutions/${project}/`, LIBRARY);
  const solved = new Set(isSolved ? readdirSync(folder, { recursive: true, encoding: 'utf8' }) : []);
  const textOf = (name: string, text: string) =>
    solved.has(name) ? readFileSync(new URL(name, folder), 'utf8') : text;
  const all = [{ name: firstFileName(language, []), code }, ...files];
  return { language, files: all.map((file) => ({ name: file.name, content: textOf(file.name, file.code) })) };
}
