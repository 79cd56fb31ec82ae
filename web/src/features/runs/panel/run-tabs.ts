import { DATA_LANGUAGES } from '@cip/contracts/runs/question-data';

export type RunTab = 'Output' | 'Input' | 'Data';

/** Returns whether runs of a language start from the attached data. */
export const readsData = (language: string) => DATA_LANGUAGES.includes(language);

/** Returns the tabs of the pane for a language: SQL reads no input. */
export function runTabsFor(language: string): RunTab[] {
  return readsData(language) ? ['Output', 'Data'] : ['Output', 'Input'];
}
