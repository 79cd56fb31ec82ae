export type RunTab = 'Output' | 'Input' | 'Data';

const SQL: ReadonlySet<string> = new Set(['sql', 'postgresql', 'sqlite']);

/** Returns the tabs of the pane for a language: SQL reads no input, and only SQL starts from data. */
export function runTabsFor(language: string): RunTab[] {
  return SQL.has(language) ? ['Output', 'Data'] : ['Output', 'Input'];
}
