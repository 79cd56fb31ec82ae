/** Languages whose style guides indent by four spaces; Go's indents by tabs, the others are indented by two spaces. */
const FOUR = new Set(['python', 'java', 'c', 'c++', 'c#', 'php', 'rust', 'kotlin', 'swift', 'scala']);
const TABS = new Set(['go']);
/** The length of the beginning of a text that shows its style, in characters. */
export const INDENT_SAMPLE = 10_000;
/** Columns of a tab in a text that is indented by tabs. */
export const TAB_COLUMNS = 4;
/** Widths of a step that people use; others are alignment. */
const WIDTHS = [2, 3, 4, 8];

/** One step of indentation. */
export interface Indentation {
  usesTabs: boolean;
  /** Columns of a step, and of a tab. */
  size: number;
}

/** Returns the indentation of most indented lines in the beginning of a text, or else the language's. */
export function indentationOf(language: string, text: string): Indentation {
  const lines = text
    .slice(0, INDENT_SAMPLE)
    .split('\n')
    .filter((line) => line.trim() !== '');
  const tabs = lines.filter((line) => line.startsWith('\t')).length;
  // One space before a star continues a comment.
  const spaces = lines.filter((line) => /^ {2}/.test(line)).length;
  const usesTabs = tabs === spaces ? TABS.has(language) : tabs > spaces;
  return usesTabs ? { usesTabs, size: TAB_COLUMNS } : { usesTabs, size: widthOf(language, lines) };
}

/** Returns the text of one step. */
export function indentUnitOf({ usesTabs, size }: Indentation): string {
  return usesTabs ? '\t' : ' '.repeat(size);
}

function widthOf(language: string, lines: readonly string[]): number {
  const usual = FOUR.has(language) ? 4 : 2;
  const indents = lines.map((line) => /^ */.exec(line)?.[0].length ?? 0);
  const counts = WIDTHS.map((width) => ({
    width,
    steps: indents.filter((indent, index) => indent - (indents[index - 1] ?? 0) === width).length,
  }));
  const most = Math.max(...counts.map(({ steps }) => steps));
  const widths = counts.filter(({ steps }) => steps === most).map(({ width }) => width);
  return widths.length === 1 ? (widths[0] ?? usual) : usual;
}
