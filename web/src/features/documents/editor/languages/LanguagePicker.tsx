import { Suspense, useEffect, useMemo, useRef, useState } from 'react';
import type { KeyboardEvent, MouseEvent } from 'react';
import { lazyPart } from '../../../../shared/ui/loading/lazy-part.tsx';
import { isTouchOnly } from './editor-pane.ts';
import { groupLanguages } from './language-groups.ts';
import { LANGUAGES, languageOf } from './languages.ts';
import type { Language } from './languages.ts';
import { recentLanguages, rememberLanguage } from './recent-languages.ts';
import styles from './language-picker.module.css';

/** In a file of its own, because phones never show it. */
const LanguageSearch = lazyPart(async () => (await import('./LanguageSearch.tsx')).LanguageSearch);

export interface LanguagePickerProps {
  /** The id of the language. */
  language: string;
  disabled: boolean;
  /** Whether a language can run in this room; if absent, the languages are not grouped by that. */
  canRun?: ((language: string) => boolean) | undefined;
  onChange: (language: string) => void;
}

/**
 * Sets the language of the room's code. A native select, which fits phones; with a mouse and a keyboard it opens a
 * list with a search instead of its own.
 */
export function LanguagePicker({ language, disabled, canRun, onChange }: LanguagePickerProps) {
  const select = useRef<HTMLSelectElement>(null);
  /** The letters that opened the search; null while it is closed. */
  const [typed, setTyped] = useState<string | null>(null);
  const [recent, setRecent] = useState(recentLanguages);
  const groups = useMemo(() => groupLanguages(recent, canRun), [recent, canRun]);
  // Created once and not at each render, because it has a hundred elements.
  const options = useMemo(() => groups.map(groupOf), [groups]);
  // Loaded before it is opened, so that it gets each letter.
  useEffect(() => void (isTouchOnly() || LanguageSearch.preload()), []);
  const close = (isFocusKept: boolean) => {
    setTyped(null);
    // It takes the focus once it is rendered as usual again.
    if (isFocusKept) setTimeout(() => select.current?.focus());
  };
  const choose = (chosen: string) => {
    rememberLanguage(chosen, language);
    setRecent(recentLanguages());
    onChange(chosen);
  };
  return (
    <span className={styles.picker}>
      <select
        ref={select}
        aria-label="Language"
        className={styles.language}
        style={{ '--letters': languageOf(language).label.length }}
        value={language}
        disabled={disabled}
        inert={typed !== null}
        onChange={({ target }) => choose(target.value)}
        {...(!isTouchOnly() && searchKeys(setTyped))}
      >
        {!LANGUAGES.some(({ id }) => id === language) && option(languageOf(language))}
        {options}
      </select>
      {typed !== null && (
        <Suspense>
          <LanguageSearch
            {...{ groups, language, typed, canRun }}
            onChoose={(chosen) => {
              close(true);
              if (chosen !== language) choose(chosen);
            }}
            onClose={close}
          />
        </Suspense>
      )}
    </span>
  );
}

/** Returns the handlers that open the search in place of the select's own list, by a press or a key. */
function searchKeys(open: (typed: string) => void) {
  return {
    onMouseDown: (event: MouseEvent<HTMLSelectElement>) => {
      if (event.button !== 0 || event.currentTarget.disabled) return;
      event.preventDefault();
      open('');
    },
    onKeyDown: (event: KeyboardEvent) => {
      const { key, ctrlKey, metaKey, altKey } = event;
      const isLetter = key.length === 1 && key !== ' ' && !ctrlKey && !metaKey && !altKey;
      if (!isLetter && ![' ', 'Enter', 'ArrowDown', 'ArrowUp'].includes(key)) return;
      event.preventDefault();
      open(isLetter ? key : '');
    },
  };
}

const option = ({ id, label }: Pick<Language, 'id' | 'label'>) => (
  <option key={id} value={id}>
    {label}
  </option>
);

const groupOf = ({ label, languages }: ReturnType<typeof groupLanguages>[number]) => (
  <optgroup key={label} label={label}>
    {languages.map(option)}
  </optgroup>
);
