/** A row of a matrix: an object, and a cell per principal. */
export interface Row {
  object: string;
  cells: string[];
}

/** An endpoint or event with its rows. */
export interface Block {
  title: string;
  rows: Row[];
}

/** The result of trying one endpoint or event as every principal. */
export interface TrialResult {
  block: Block;
  /** Failures, whatever the matrix contains. */
  faults: string[];
}

/** Returns the blocks of a matrix that `matrixText` wrote, with the cells of the given principals only, by title. */
export function readMatrix(text: string, principals: readonly string[]): Map<string, Row[]> {
  const [, header = '', ...sections] = text.trimEnd().split('\n\n');
  const columns = cellsOf(header);
  const rowOf = (line: string): Row => {
    const [object = '', ...cells] = cellsOf(line);
    return { object, cells: principals.map((name) => cells[columns.indexOf(name) - 1] ?? '') };
  };
  return new Map(
    sections.map((section) => {
      const [title = '', ...lines] = section.split('\n');
      return [title, lines.map(rowOf)];
    }),
  );
}

// Columns are separated by two blanks or more; no cell has two blanks.
const cellsOf = (line: string) => line.trim().split(/ {2,}/);

const FIRST_WIDTH = 20;

/** Formats the matrix as aligned text for comparison line by line. */
export function matrixText(introduction: string, principals: readonly string[], blocks: Block[]): string {
  const widths = principals.map((name, index) =>
    Math.max(name.length, ...blocks.flatMap(({ rows }) => rows.map(({ cells }) => cells[index]?.length ?? 0))),
  );
  const line = (first: string, cells: readonly string[]) =>
    `  ${[first.padEnd(FIRST_WIDTH), ...cells.map((cell, index) => cell.padEnd(widths[index] ?? 0))].join('  ').trimEnd()}`;
  const sections = blocks
    .toSorted((a, b) => (a.title < b.title ? -1 : 1))
    .map(({ title, rows }) => [title, ...rows.map(({ object, cells }) => line(object, cells))].join('\n'));
  return `${introduction}\n\n${line('object', principals)}\n\n${sections.join('\n\n')}\n`;
}
