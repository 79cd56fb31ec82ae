import type { RunFile } from '@cip/contracts/runs/runs';
import { pageOf } from '../../../../runner/preview/page-entry.ts';

/** Languages whose programs may be pages. */
const SCRIPTS: ReadonlySet<string> = new Set(['javascript', 'typescript']);

const SCRIPT = /\.[cm]?[jt]sx?$/;
const TEST = /\.(?:test|spec)\.\w+$/;

/** Names that a script draws with: React's drawing into pages, and the functions of a document. */
const DRAWS =
  /['"]react-dom(?:\/client)?['"]|\bdocument\s*\.\s*(?:getElementById|querySelector|createElement|body|addEventListener)\b/;
const OWN_DOCUMENT = /\b(?:const|let|var|class|function)\s+document\b/;

/**
 * Whether the files of a room make a page: there is an `index.html`, the first file is HTML, or a script that is no test
 * draws into a page.
 */
export function isPreviewable(language: string, files: readonly RunFile[]): boolean {
  if (language === 'html') return pageOf(files) !== null;
  if (!SCRIPTS.has(language)) return false;
  return pageOf(files) !== null || files.some(isDrawing);
}

function isDrawing({ name, content }: RunFile): boolean {
  return SCRIPT.test(name) && !TEST.test(name) && DRAWS.test(content) && !OWN_DOCUMENT.test(content);
}
