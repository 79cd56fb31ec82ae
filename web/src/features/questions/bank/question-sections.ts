import type { QuestionContent } from '@cip/contracts/questions/questions';

/** The parts of a question, in the order of its form. */
const PARTS = ['Text', 'Guide', 'Starters', 'SQL data', 'Tests', 'Try it'] as const;
export type PartName = (typeof PARTS)[number];

/** Returns the parts that a question has; without tests there is nothing to try. */
export function partsOf({ tests }: Pick<QuestionContent, 'tests'>): PartName[] {
  return PARTS.filter((part) => part !== 'Try it' || tests.length > 0);
}

/** Returns how many entries a part has; 0 for a part that is a text. */
export function countOf(part: PartName, { starters, tests }: Pick<QuestionContent, 'starters' | 'tests'>): number {
  if (part === 'Starters') return starters.length;
  return part === 'Tests' ? tests.length : 0;
}

/** Returns the id of a part's element. */
export const partId = (part: PartName) => `part-${part.toLowerCase().replace(' ', '-')}`;
