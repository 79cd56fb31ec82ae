import type { RunFile } from '@cip/contracts/runs/runs';
import { pageOf } from '../../../../runner/preview/page-entry.ts';
import { testFilesOf } from '@cip/contracts/runs/test-files';

/** Languages whose programs may draw into pages. */
const SCRIPTS: ReadonlySet<string> = new Set(['javascript', 'typescript']);

const SCRIPT = /\.[cm]?[jt]sx?$/;

/** Names that a script draws with: React's drawing into pages, and the functions of a document. */
const DRAWS =
  /['"]react-dom(?:\/client)?['"]|\bdocument\s*\.\s*(?:getElementById|querySelector|createElement|body|addEventListener)\b/;
const TESTING = /['"]@testing-library\//;
const OWN_DOCUMENT = /\b(?:const|let|var|class|function)\s+document\b/;

/** Whether programs of a language may be pages. */
export const makesPages = (language: string): boolean => language === 'html' || SCRIPTS.has(language);

/**
 * Whether the files of a room make a page: there is an `index.html`, the first file is HTML, or a script that is no
 * test draws into a page.
 */
export function isPreviewable(language: string, files: readonly RunFile[]): boolean {
  if (language === 'html') return pageOf(files) !== null;
  if (!SCRIPTS.has(language)) return false;
  const tests = new Set(testFilesOf(language, files));
  return pageOf(files) !== null || files.some((file) => !tests.has(file.name) && isDrawing(file));
}

/** Whether tests draw into a page: a script names Testing Library, or a test does it itself. */
export function isTestedInPage(language: string, files: readonly RunFile[], tests: readonly string[]): boolean {
  if (!SCRIPTS.has(language)) return false;
  return (
    files.some((file) => SCRIPT.test(file.name) && TESTING.test(file.content)) ||
    files.some((file) => tests.includes(file.name) && isDrawing(file))
  );
}

function isDrawing({ name, content }: RunFile): boolean {
  return SCRIPT.test(name) && DRAWS.test(content) && !OWN_DOCUMENT.test(content);
}
