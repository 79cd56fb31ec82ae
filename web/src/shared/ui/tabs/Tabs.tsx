import type { KeyboardEvent, ReactNode } from 'react';
import styles from './Tabs.module.css';

interface TabsProps<T extends string> {
  label: string;
  names: readonly T[];
  chosen: T;
  onChoose: (name: T) => void;
  /** Prefix of the ids of the tabs and of their panel, `…-panel`. */
  id?: string;
  size?: 'sm' | 'md';
  /** Returns the content of the tab with a name. */
  mark?: (name: T) => ReactNode;
}

/** Renders tabs; arrow keys move between them. */
export function Tabs<T extends string>({ label, names, chosen, onChoose, id, size = 'md', mark }: TabsProps<T>) {
  const press = ({ key, currentTarget }: KeyboardEvent<HTMLElement>) => {
    const step = { ArrowRight: 1, ArrowLeft: -1 }[key] ?? 0;
    const next = names[(names.indexOf(chosen) + step + names.length) % names.length];
    if (step === 0 || next === undefined) return;
    onChoose(next);
    currentTarget.querySelector<HTMLElement>(`[data-tab="${next}"]`)?.focus();
  };
  return (
    <div role="tablist" aria-label={label} tabIndex={-1} className={styles.tabs} data-size={size} onKeyDown={press}>
      {names.map((name) => (
        <button
          key={name}
          type="button"
          role="tab"
          data-tab={name}
          aria-selected={name === chosen}
          {...(id !== undefined && { id: `${id}-${name}` })}
          {...(id !== undefined && name === chosen && { 'aria-controls': `${id}-panel` })}
          tabIndex={name === chosen ? 0 : -1}
          className={styles.tab}
          onClick={() => onChoose(name)}
        >
          {name}
          {mark?.(name)}
        </button>
      ))}
    </div>
  );
}
