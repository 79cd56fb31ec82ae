/** Returns the line and the column of a character, both from 1. */
export function positionAt(text: string, index: number): { line: number; column: number } {
  const before = text.slice(0, Math.max(0, index));
  return { line: before.split('\n').length, column: index - before.lastIndexOf('\n') };
}

/** Returns where the first statement at or after `index` begins: behind blanks and comments. */
export function statementStart(sql: string, index: number): number {
  const [skipped = ''] = /^(?:\s|--[^\n]*|\/\*.*?\*\/)*/s.exec(sql.slice(index)) ?? [];
  return index + skipped.length;
}
