import { useEffect, useId, useRef, useState } from 'react';
import type { KeyboardEvent } from 'react';
import { isOfInputMethod } from '../../../../shared/input-method.ts';
import { findLanguages } from './language-groups.ts';
import type { LanguageGroup } from './language-groups.ts';
import type { Language } from './languages.ts';
import styles from './language-picker.module.css';

export interface LanguageSearchProps {
  groups: readonly LanguageGroup[];
  /** The id of the present language. */
  language: string;
  /** Whether a language can run; undefined until that is known. */
  canRun: ((language: string) => boolean) | undefined;
  /** The letters that opened the search. */
  typed: string;
  onChoose: (language: string) => void;
  /** Called on Escape, and if the focus leaves. */
  onClose: (isFocusKept: boolean) => void;
}

/** A field over the list of languages; the keyboard stays in the field. */
export function LanguageSearch({ groups, language, typed, canRun, onChoose, onClose }: LanguageSearchProps) {
  const listId = useId();
  const [query, setQuery] = useState(typed);
  const [marked, setMarked] = useState(language);
  const isSearching = query.trim() !== '';
  const shown = isSearching ? [{ label: 'Found', languages: findLanguages(query) }] : groups;
  const all = shown.flatMap(({ languages }) => languages.map(({ id }) => id));
  const current = all.includes(marked) ? marked : all[0];
  const box = useRef<HTMLDivElement>(null);
  const field = useRef<HTMLInputElement>(null);
  useEffect(() => {
    field.current?.focus();
  }, []);
  useEffect(() => {
    box.current?.querySelector('[data-marked="true"]')?.scrollIntoView?.({ block: 'nearest' });
  }, [current]);
  const press = (event: KeyboardEvent) => {
    if (isOfInputMethod(event.nativeEvent)) return;
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (step !== undefined && current !== undefined)
      setMarked(all[(all.indexOf(current) + step + all.length) % all.length] ?? current);
    else if (event.key === 'Enter' && current !== undefined) onChoose(current);
    else if (event.key === 'Escape') onClose(true);
    else return;
    event.preventDefault();
    event.stopPropagation();
  };
  const search = (text: string) => {
    setQuery(text);
    setMarked(text.trim() === '' ? language : (findLanguages(text)[0]?.id ?? ''));
  };
  return (
    <div
      ref={box}
      className={styles.search}
      onBlur={({ currentTarget, relatedTarget }) => currentTarget.contains(relatedTarget) || onClose(false)}
    >
      <input
        role="combobox"
        aria-label="Search languages"
        aria-expanded
        aria-controls={listId}
        aria-activedescendant={current === undefined ? undefined : `${listId}${current}`}
        placeholder="Search"
        ref={field}
        value={query}
        onChange={({ target }) => search(target.value)}
        onKeyDown={press}
      />
      <LanguageList
        {...{ listId, language, current, canRun, onChoose }}
        groups={shown}
        isLabelled={!isSearching}
        onKeyDown={press}
      />
      {all.length === 0 && <p className={styles.none}>No such language</p>}
    </div>
  );
}

interface LanguageListProps extends Pick<LanguageSearchProps, 'groups' | 'language' | 'canRun' | 'onChoose'> {
  listId: string;
  /** The id of the marked language, if there is one. */
  current: string | undefined;
  /** Whether the groups show their names. */
  isLabelled: boolean;
  onKeyDown: (event: KeyboardEvent) => void;
}

function LanguageList(props: LanguageListProps) {
  const { listId, groups, language, current, canRun, isLabelled, onChoose, onKeyDown } = props;
  const option = ({ id, label }: Language) => (
    <div
      key={id}
      role="option"
      id={`${listId}${id}`}
      aria-selected={id === language}
      data-marked={id === current}
      tabIndex={-1}
      className={styles.option}
      onClick={() => onChoose(id)}
      onKeyDown={onKeyDown}
    >
      {label}
      {canRun?.(id) === false && <span className={styles.cannot}>editing only</span>}
      {id === 'c++' && canRun?.(id) === true && <span className={styles.cannot}>no exceptions</span>}
    </div>
  );
  return (
    // A press on the list leaves the focus in the field.
    <div
      role="listbox"
      id={listId}
      aria-label="Languages"
      tabIndex={-1}
      className={styles.list}
      onMouseDown={(event) => event.preventDefault()}
    >
      {groups.map(({ label, languages }) => (
        <div key={label} role="group" aria-label={label} data-label={isLabelled ? label : ''}>
          {languages.map(option)}
        </div>
      ))}
    </div>
  );
}
