import { LANGUAGES, languageOf } from './languages.ts';
import type { Language } from './languages.ts';
import styles from './documents.module.css';

export interface LanguagePickerProps {
  /** The id of the language. */
  language: string;
  disabled: boolean;
  onChange: (language: string) => void;
}

/** Sets the language of the room's code. A native select has a search and fits phones. */
export function LanguagePicker({ language, disabled, onChange }: LanguagePickerProps) {
  return (
    <select
      aria-label="Language"
      className={styles.language}
      value={language}
      disabled={disabled}
      onChange={(event) => onChange(event.target.value)}
    >
      {!LANGUAGES.some(({ id }) => id === language) && option(languageOf(language))}
      {OPTIONS}
    </select>
  );
}

const option = ({ id, label }: Pick<Language, 'id' | 'label'>) => (
  <option key={id} value={id}>
    {label}
  </option>
);

/** Created once, so that React does not compare a hundred elements at each render. */
const OPTIONS = LANGUAGES.map(option);
