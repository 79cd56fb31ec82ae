import type { Target } from './targets.ts';

const digits = (number: number) => (number >= 100 ? 0 : number >= 10 ? 1 : 2);
const line = (cells: (string | number)[]) => `| ${cells.join(' | ')} |`;

/** A number with as many digits as say something; a dash where there is none. */
export const figure = (number: number) => (Number.isNaN(number) ? '–' : number.toFixed(digits(number)));

/** A table in Markdown. */
export const table = (head: string[], rows: (string | number)[][]) =>
  [line(head), line(head.map((_, index) => (index === 0 ? '---' : '---:'))), ...rows.map(line)].join('\n');

/** Figures beside their limits. */
export function targetTable(targets: Target[]): string {
  const rows = targets.map(({ what, limit, measured, isMet }) => {
    const held = Number.isNaN(measured) ? '–' : isMet ? 'yes' : 'NO';
    return [what, limit, figure(measured), held];
  });
  return table(['figure', 'limit', 'measured', 'held'], rows);
}
