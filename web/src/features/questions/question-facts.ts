import { formatCountOf } from '../../shared/format.ts';

/** The known facts of a question; the others are null. */
interface KnownFacts {
  languages: readonly string[] | null;
  test_count: number | null;
  minutes: number | null;
}

/** Returns a line such as "JavaScript, Python · 9 tests · 30 min". */
export function questionFacts(known: KnownFacts, labelOf: (language: string) => string): string {
  const { languages, test_count: tests, minutes } = known;
  return [
    languages && (languages.map(labelOf).join(', ') || 'No starter'),
    tests !== null && (tests > 0 ? formatCountOf(tests, 'test') : 'No tests'),
    minutes !== null && `${minutes} min`,
  ]
    .filter(Boolean)
    .join(' · ');
}
