import { LANGUAGES, languageOf } from './languages.ts';
import styles from './documents.module.css';

export interface LanguagePickerProps {
  /** The id of the language. */
  language: string;
  disabled: boolean;
  onChange: (language: string) => void;
}

/** Chooses the language of the code, for everybody in the room. The system's own list: it has a search and fits phones. */
export function LanguagePicker({ language, disabled, onChange }: LanguagePickerProps) {
  const isKnown = LANGUAGES.some(({ id }) => id === language);
  const offered = isKnown ? LANGUAGES : [languageOf(language), ...LANGUAGES];
  return (
    <select
      aria-label="Language"
      className={styles['language']}
      value={language}
      disabled={disabled}
      onChange={(event) => onChange(event.target.value)}
    >
      {offered.map(({ id, label }) => (
        <option key={id} value={id}>
          {label}
        </option>
      ))}
    </select>
  );
}
