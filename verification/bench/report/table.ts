import type { Target } from './targets.ts';

const digits = (number: number) => (number >= 100 ? 0 : number >= 10 ? 1 : 2);
const line = (cells: (string | number)[]) => `| ${cells.join(' | ')} |`;

/** Formats a number with significant digits, NaN as a dash. */
export const figure = (number: number) => (Number.isNaN(number) ? '–' : number.toFixed(digits(number)));

/** Formats a Markdown table. */
export const table = (head: string[], rows: (string | number)[][]) =>
  [line(head), line(head.map((_, index) => (index === 0 ? '---' : '---:'))), ...rows.map(line)].join('\n');

/** Formats targets with their limits and figures. */
export function targetTable(targets: Target[]): string {
  const rows = targets.map(({ what, limit, measured, isMet }) => {
    const held = Number.isNaN(measured) ? '–' : isMet ? 'yes' : 'NO';
    return [what, limit, figure(measured), held];
  });
  return table(['figure', 'limit', 'measured', 'held'], rows);
}
