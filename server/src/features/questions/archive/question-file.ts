import type { QuestionContent } from '@cip/contracts/questions/questions';
import { FileProblem } from './file-problem.ts';
import { frontMatterOf, questionOf } from './front-matter.ts';
import { readYaml, writeYaml } from './yaml.ts';

/** Front matter between two fences, and the text behind a blank line. */
const FILE = /^\uFEFF?---[ \t]*\r?\n(?<front>[^]*?)(?<=\n)---[ \t]*(?:\r?\n(?:\r?\n)?(?<text>[^]*))?$/;

/**
 * Returns a question as a Markdown file: its text, behind front matter with everything else. Reading it returns the
 * same content.
 */
export function writeQuestionFile(content: QuestionContent): string {
  return `---\n${writeYaml(frontMatterOf(content))}---\n\n${content.text}\n`;
}

/** Returns the question of a Markdown file. Throws FileProblem. */
export function readQuestionFile(file: string): QuestionContent {
  const { front, text = '' } = FILE.exec(file)?.groups ?? {};
  if (front === undefined) throw new FileProblem('it does not begin with front matter between two lines of ---');
  return questionOf(readYaml(front), withoutLineEnd(text, /^[^\n]*\r\n/.test(file)));
}

/** Removes the line end of the file's last line, which is not part of the text. */
function withoutLineEnd(text: string, isWindows: boolean): string {
  const lineEnd = isWindows && text.endsWith('\r\n') ? 2 : text.endsWith('\n') ? 1 : 0;
  return text.slice(0, text.length - lineEnd);
}
