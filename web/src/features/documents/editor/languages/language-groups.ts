import { LANGUAGES } from './languages.ts';
import type { Language } from './languages.ts';

export interface LanguageGroup {
  label: string;
  languages: readonly Language[];
}

/** Groups the languages: recent ones first, then by `canRun` if that is known. Each language is in one group. */
export function groupLanguages(
  recent: readonly string[],
  canRun: ((language: string) => boolean) | undefined,
): LanguageGroup[] {
  const recently = recent.flatMap((id) => LANGUAGES.find((language) => language.id === id) ?? []);
  const others = LANGUAGES.filter((language) => !recently.includes(language));
  const rest = canRun
    ? [
        { label: 'Can run', languages: others.filter(({ id }) => canRun(id)) },
        { label: 'Editing only', languages: others.filter(({ id }) => !canRun(id)) },
      ]
    : [{ label: 'Languages', languages: others }];
  return [{ label: 'Recent', languages: recently }, ...rest].filter(({ languages }) => languages.length > 0);
}

/**
 * Returns the languages that match a query, the best match first: by name, its beginning, its capitals, or its parts.
 */
export function findLanguages(query: string): Language[] {
  const wanted = query.trim().toLowerCase();
  const rankOf = ({ label }: Language) => {
    const name = label.toLowerCase();
    const capitals = label.replace(/[^A-Z]/g, '').toLowerCase();
    return [name === wanted, capitals === wanted, name.startsWith(wanted), name.includes(wanted), true].indexOf(true);
  };
  const MISSED = 4;
  return LANGUAGES.filter((language) => rankOf(language) < MISSED).toSorted((a, b) => rankOf(a) - rankOf(b));
}
