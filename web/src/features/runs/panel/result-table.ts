import type { ResultTable } from '@cip/contracts/runs/runs';

/** Returns the table in a `table` piece; null if the text is no table. */
export function parseTable(text: string): ResultTable | null {
  try {
    const value: unknown = JSON.parse(text);
    return isTable(value) ? value : null;
  } catch {
    return null;
  }
}

function isTable(value: unknown): value is ResultTable {
  if (typeof value !== 'object' || value === null) return false;
  const { columns, rows, total } = value as Partial<Record<keyof ResultTable, unknown>>;
  return isTexts(columns) && Array.isArray(rows) && rows.every((row) => isCells(row)) && typeof total === 'number';
}

const isTexts = (value: unknown) => Array.isArray(value) && value.every((each) => typeof each === 'string');
const isCells = (value: unknown) =>
  Array.isArray(value) && value.every((each) => each === null || typeof each === 'string');
