import { LANGUAGES, languageOf } from './languages.ts';
import type { Language } from './languages.ts';
import styles from './documents.module.css';

export interface LanguagePickerProps {
  /** The id of the language. */
  language: string;
  disabled: boolean;
  onChange: (language: string) => void;
}

/** Chooses the language of the code, for everybody in the room. The system's own list: it has a search and fits phones. */
export function LanguagePicker({ language, disabled, onChange }: LanguagePickerProps) {
  return (
    <select
      aria-label="Language"
      className={styles['language']}
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

/** The same ones each time: a hundred elements are not compared anew whenever anything else has changed. */
const OPTIONS = LANGUAGES.map(option);
