export type RunTab = 'Output' | 'Input' | 'Data';

const SQL: ReadonlySet<string> = new Set(['sql', 'postgresql', 'sqlite']);

/** Returns whether runs of a language start from the attached data. */
export const readsData = (language: string) => SQL.has(language);

/** Returns the tabs of the pane for a language: SQL reads no input. */
export function runTabsFor(language: string): RunTab[] {
  return readsData(language) ? ['Output', 'Data'] : ['Output', 'Input'];
}
