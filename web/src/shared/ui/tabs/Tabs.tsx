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
  /** Returns the description of the tab with a name, for screen readers. */
  describe?: (name: T) => string | undefined;
}

/** Renders tabs; arrow keys, Home and End move between them. */
export function Tabs<T extends string>(props: TabsProps<T>) {
  const { label, names, chosen, onChoose, id, size = 'md', mark, describe } = props;
  const press = (event: KeyboardEvent<HTMLElement>) => {
    const { key, altKey, metaKey, currentTarget } = event;
    const at = names.indexOf(chosen);
    const place = { ArrowRight: at + 1, ArrowLeft: at - 1, Home: 0, End: -1 }[key];
    if (place === undefined || altKey || metaKey) return;
    // Home and End would scroll the page.
    event.preventDefault();
    const next = [...currentTarget.querySelectorAll('button')].at(place % names.length);
    next?.click();
    next?.focus();
  };
  return (
    <div role="tablist" aria-label={label} tabIndex={-1} className={styles.tabs} data-size={size} onKeyDown={press}>
      {names.map((name) => (
        <button
          key={name}
          type="button"
          role="tab"
          aria-selected={name === chosen}
          // oxlint-disable-next-line jsx-a11y/role-supports-aria-props -- ARIA 1.3 has it for every role.
          aria-description={describe?.(name)}
          id={id && `${id}-${name}`}
          aria-controls={id && name === chosen ? `${id}-panel` : undefined}
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
