import type { ShownQuestion } from '@cip/contracts/questions/question-events';

/** Returns the languages that a question is written for; none if it is for every language. */
export function languagesOf({ starters, tests }: Pick<ShownQuestion, 'starters' | 'tests'>): string[] {
  const languages = starters.map(({ language }) => language);
  return languages.length === 0 && tests.some((test) => test.is_query) ? ['sql'] : languages;
}
