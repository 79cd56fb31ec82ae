import type { QuestionContent } from '@cip/contracts/questions/questions';
import { FileProblem } from './file-problem.ts';
import { checkedFront, type FrontMatter, frontMatterOf, questionOf } from './front-matter.ts';
import type { FolderCodes } from './folder-path.ts';
import { NO_CODES, pathsOf, withFolder } from './question-folder.ts';
import { readYaml, writeYaml } from './yaml.ts';

/** Front matter between two fences, and the text behind a blank line. */
const FILE = /^\uFEFF?---[ \t]*\r?\n(?<front>[^]*?)(?<=\n)---[ \t]*(?:\r?\n(?:\r?\n)?(?<text>[^]*))?$/;

/**
 * Returns a question as a Markdown file: its text, behind front matter with everything else. Reading it returns the
 * same content.
 */
export function writeQuestionFile(content: QuestionContent): string {
  return fileWith(frontMatterOf(content), content.text);
}

/** Returns a question as a Markdown file and a folder beside it, with the codes of the files of its starters. */
export function writeQuestionFolder(content: QuestionContent): { file: string; codes: FolderCodes } {
  const { front, codes } = withFolder(frontMatterOf(content));
  return { file: fileWith(front, content.text), codes };
}

const fileWith = (front: FrontMatter, text: string) => `---\n${writeYaml(front)}---\n\n${text}\n`;

/** Returns the question of a Markdown file that has no folder. Throws FileProblem. */
export function readQuestionFile(file: string): QuestionContent {
  return openQuestionFile(file).read(NO_CODES);
}

/** A Markdown file whose front matter is read. */
export interface OpenQuestionFile {
  /** The files of its folder. */
  paths: string[];
  /** Returns its question. Throws FileProblem if a code is missing. */
  read: (codes: FolderCodes) => QuestionContent;
}

/** Reads the front matter of a Markdown file. Throws FileProblem. */
export function openQuestionFile(file: string): OpenQuestionFile {
  const { front, text = '' } = FILE.exec(file)?.groups ?? {};
  if (front === undefined) throw new FileProblem('it does not begin with front matter between two lines of ---');
  const checked = checkedFront(readYaml(front));
  const own = withoutLineEnd(text, /^[^\n]*\r\n/.test(file));
  return { paths: pathsOf(checked), read: (codes) => questionOf(checked, own, codes) };
}

/** Removes the line end of the file's last line, which is not part of the text. */
function withoutLineEnd(text: string, isWindows: boolean): string {
  const lineEnd = isWindows && text.endsWith('\r\n') ? 2 : text.endsWith('\n') ? 1 : 0;
  return text.slice(0, text.length - lineEnd);
}
