import { useMemo } from 'react';
import type { ReactNode } from 'react';
import { LANGUAGES, languageOf } from './languages.ts';
import type { Language } from './languages.ts';
import styles from './documents.module.css';

export interface LanguagePickerProps {
  /** The id of the language. */
  language: string;
  disabled: boolean;
  /** Whether a language can run in this room; without it the languages are not grouped. */
  canRun?: ((language: string) => boolean) | undefined;
  onChange: (language: string) => void;
}

/** Sets the language of the room's code. A native select has a search and fits phones. */
export function LanguagePicker({ language, disabled, canRun, onChange }: LanguagePickerProps) {
  // A hundred elements: created once, and not at each render.
  const options = useMemo(() => (canRun ? grouped(canRun) : OPTIONS), [canRun]);
  return (
    <select
      aria-label="Language"
      className={styles.language}
      value={language}
      disabled={disabled}
      onChange={(event) => onChange(event.target.value)}
    >
      {!LANGUAGES.some(({ id }) => id === language) && option(languageOf(language))}
      {options}
    </select>
  );
}

const option = ({ id, label }: Pick<Language, 'id' | 'label'>) => (
  <option key={id} value={id}>
    {label}
  </option>
);

const OPTIONS = LANGUAGES.map(option);

function grouped(canRun: (language: string) => boolean): ReactNode {
  return (
    <>
      <optgroup label="Can run">{LANGUAGES.filter(({ id }) => canRun(id)).map(option)}</optgroup>
      <optgroup label="Editing only">{LANGUAGES.filter(({ id }) => !canRun(id)).map(option)}</optgroup>
    </>
  );
}
