import type { QuestionContent } from '@cip/contracts/questions/questions';
import { hasTestFiles } from '../files/solution-files.ts';

/** The parts of a question, in the order of its form. */
const PARTS = ['Text', 'Guide', 'Starters', 'SQL data', 'Tests', 'Try it'] as const;
export type PartName = (typeof PARTS)[number];

/** Returns the parts that a question has; without tests and test files there is nothing to try. */
export function partsOf({ tests, starters }: Pick<QuestionContent, 'tests' | 'starters'>): PartName[] {
  return PARTS.filter((part) => part !== 'Try it' || tests.length > 0 || starters.some(hasTestFiles));
}

/** Returns how many entries a part has; 0 for a part that is a text. */
export function countOf(part: PartName, { starters, tests }: Pick<QuestionContent, 'starters' | 'tests'>): number {
  if (part === 'Starters') return starters.length;
  return part === 'Tests' ? tests.length : 0;
}

/** Returns the id of a part's element. */
export const partId = (part: PartName) => `part-${part.toLowerCase().replace(' ', '-')}`;
