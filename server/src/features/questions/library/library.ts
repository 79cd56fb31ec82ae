import { readdirSync, readFileSync } from 'node:fs';
import type { QuestionContent } from '@cip/contracts/questions/questions';
import { readQuestionFile } from '../archive/question-file.ts';

const FOLDER = new URL('./questions/', import.meta.url);

/** Returns the questions that a new company is offered, in the order of their files. */
export function readLibrary(): QuestionContent[] {
  const names = readdirSync(FOLDER).toSorted();
  return names.map((name) => readQuestionFile(readFileSync(new URL(name, FOLDER), 'utf8')));
}
