import type { RoomFile } from '@cip/contracts/rooms/files';

/** Lines that a search shows at most, so that a list of them stays quick; a longer search text finds the rest. */
export const LINES_MAX = 500;
/** Places of a line that are marked at most; the text of a hostile file may have one at each character. */
const MARKS_MAX = 20;
/** Length of the shown part of a line, and of its part before the found text (UTF-16 units). */
const SHOWN_CHARS = 200;
const BEFORE_CHARS = 40;

export interface SearchedFile extends RoomFile {
  content: string;
}

/** A line with the text; line and column count from 1. */
export interface FoundLine {
  root: string;
  line: number;
  column: number;
  /** The line, or the part of a long line around the text, without indentation. */
  parts: { text: string; isFound: boolean }[];
}

export interface FoundFile {
  name: string;
  lines: FoundLine[];
}

/** Returns the files that contain `text`, in their order, each with its lines; at most `LINES_MAX` lines in all. */
export function searchFiles(files: readonly SearchedFile[], text: string, isCaseExact: boolean): FoundFile[] {
  if (text === '') return [];
  const pattern = new RegExp(text.replace(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`), isCaseExact ? 'gu' : 'giu');
  const found: FoundFile[] = [];
  let left = LINES_MAX;
  for (const { root, name, content } of files) {
    const lines = linesIn(content, pattern, left).map((line) => ({ root, ...line }));
    left -= lines.length;
    if (lines.length > 0) found.push({ name, lines });
  }
  return found;
}

function linesIn(content: string, pattern: RegExp, most: number): Omit<FoundLine, 'root'>[] {
  const found: Omit<FoundLine, 'root'>[] = [];
  for (const [index, line] of content.split(/\r?\n/).entries()) {
    if (found.length === most) break;
    const at = line.search(pattern);
    if (at >= 0) found.push({ line: index + 1, column: at + 1, parts: partsOf(shownPart(line, at), pattern) });
  }
  return found;
}

function shownPart(line: string, at: number): string {
  const indentation = Math.min(line.length - line.trimStart().length, at);
  const start = at - indentation > SHOWN_CHARS - BEFORE_CHARS ? at - BEFORE_CHARS : indentation;
  return line.slice(start, start + SHOWN_CHARS);
}

function partsOf(line: string, pattern: RegExp): FoundLine['parts'] {
  const parts: FoundLine['parts'] = [];
  let [end, marks] = [0, 0];
  for (const { 0: text, index } of line.matchAll(pattern)) {
    if (++marks > MARKS_MAX) break;
    if (index > end) parts.push({ text: line.slice(end, index), isFound: false });
    parts.push({ text, isFound: true });
    end = index + text.length;
  }
  if (end < line.length) parts.push({ text: line.slice(end), isFound: false });
  return parts;
}
