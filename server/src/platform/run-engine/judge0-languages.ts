import { textOf } from './json-shape.ts';
import { ENGINE_LANGUAGES } from './languages.ts';

/** Names such as `Java (OpenJDK 13.0.1)` and `Python (3.8.1)`. */
const NAME = /^(?<language>[^(]+?) \((?<tool>.*)\)$/;

/** A language of a Judge0 instance. */
export interface Judge0Language {
  number: number;
  /** Such as `OpenJDK 13.0.1`. */
  version: string;
}

/** Returns the languages by the editor's ids. They are found by name, because instances number them differently. */
export function findLanguages(listed: Record<string, unknown>[]): Map<string, Judge0Language> {
  const found = new Map<string, Judge0Language>();
  for (const [id, { judge0 }] of ENGINE_LANGUAGES) {
    const versions = listed.filter(
      ({ id: number, name }) => Number.isInteger(number) && split(name).language === judge0,
    );
    const [latest] = versions.toSorted((a, b) => compare(split(b['name']).tool, split(a['name']).tool));
    if (judge0 !== undefined && latest)
      found.set(id, { number: Number(latest['id']), version: split(latest['name']).tool });
  }
  return found;
}

function split(name: unknown): { language: string; tool: string } {
  const groups = NAME.exec(textOf(name))?.groups;
  return { language: groups?.['language'] ?? '', tool: groups?.['tool'] ?? '' };
}

/** Compares the version numbers in two texts. */
function compare(a: string, b: string): number {
  const numbers = (text: string) => /\d[\d.]*/.exec(text)?.[0] ?? '';
  return numbers(a).localeCompare(numbers(b), 'en', { numeric: true });
}
