import Check from 'lucide-react/icons/check';
import { useId, useRef, useState } from 'react';
import type { KeyboardEvent, ReactNode } from 'react';
import { buttonStyle } from '../plain/button-style.ts';
import { classes } from '../theme/classes.ts';
import styles from './ActionMenu.module.css';
import { useMenuPlace } from './use-menu-place.ts';

export interface Action {
  label: string;
  icon?: ReactNode;
  danger?: boolean;
  disabled?: boolean;
  /** Set for a setting that the action switches. */
  isOn?: boolean;
  onSelect?: () => void;
}

export interface ActionMenuProps {
  /** Accessible name of the button that opens the menu. */
  label: string;
  /** Content of the button. */
  children: ReactNode;
  actions: Action[];
  /** List items above the actions. */
  head?: ReactNode;
  className?: string | undefined;
  disabled?: boolean;
  onOpen?: () => void;
  /** Lets the menu reach out of an element that scrolls or clips. */
  isFixed?: boolean;
}

/** Sets a dangerous action apart from the others, so that a slip of the finger does not meet it. */
const APART = { marginTop: '4px', borderTop: '1px solid var(--line)' };

/** Renders a button that opens a menu of actions. */
export function ActionMenu(props: ActionMenuProps) {
  const { label, children, actions, head, className, disabled = false, onOpen, isFixed = false } = props;
  const [isOpen, setOpen] = useState(false);
  const button = useRef<HTMLButtonElement>(null);
  const id = useId();
  const isShown = isOpen && !disabled;
  const close = () => setOpen(false);
  const open = () => {
    onOpen?.();
    setOpen(true);
  };
  const closeToButton = () => {
    close();
    button.current?.focus();
  };
  const menu = useMenuPlace({ isShown, button, isFixed, onLeave: close });
  return (
    <>
      <button
        ref={button}
        type="button"
        aria-label={label}
        aria-haspopup="menu"
        aria-expanded={isShown}
        {...(isShown && { 'aria-controls': id })}
        {...buttonStyle({ look: 'menu', className })}
        disabled={disabled}
        onClick={isOpen ? close : open}
        onKeyDown={(event) => {
          if (event.key !== 'ArrowDown' && event.key !== 'ArrowUp') return;
          event.preventDefault();
          open();
        }}
      >
        {children}
      </button>
      {isShown && (
        <ul
          ref={menu}
          role="menu"
          id={id}
          aria-label={label}
          tabIndex={-1}
          className={classes(styles.menu, isFixed && styles.fixed)}
          onKeyDown={(event) => pressKey(event, closeToButton)}
          onBlur={({ relatedTarget: next, currentTarget }) => {
            if (next && next !== button.current && !currentTarget.contains(next)) close();
          }}
        >
          {head}
          {actions.map((action, index) => (
            <Item
              key={action.label}
              action={action}
              isFirst={index === 0 && !head}
              onSelect={() => {
                closeToButton();
                action.onSelect?.();
              }}
            />
          ))}
        </ul>
      )}
    </>
  );
}

interface ItemProps {
  action: Action;
  isFirst: boolean;
  onSelect: () => void;
}

function Item({ action, isFirst, onSelect }: ItemProps) {
  const { label, icon, danger = false, disabled = false, isOn } = action;
  return (
    // The menu handles the keys.
    // oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/no-noninteractive-element-interactions
    <li
      role={isOn === undefined ? 'menuitem' : 'menuitemcheckbox'}
      {...(isOn !== undefined && { 'aria-checked': isOn })}
      {...(disabled && { 'aria-disabled': true })}
      tabIndex={-1}
      className={styles.item}
      data-danger={danger}
      style={danger && !isFirst ? APART : undefined}
      onClick={() => disabled || onSelect()}
    >
      {icon}
      {label}
      {isOn && <Check size={16} aria-hidden className={styles.mark} />}
    </li>
  );
}

/** Handles a key in a menu: arrow keys, Home, End and first letters move the focus, Escape and Tab close the menu. */
function pressKey(event: KeyboardEvent<HTMLUListElement>, close: () => void): void {
  const { key, currentTarget: menu } = event;
  const items = [...menu.querySelectorAll<HTMLElement>('[role^="menuitem"]')];
  const at = items.findIndex((item) => item === document.activeElement);
  const steps: Record<string, number> = { ArrowDown: at + 1, ArrowUp: at - 1, Home: 0, End: -1 };
  const after = [...items.slice(at + 1), ...items.slice(0, at + 1)];
  const isLetter = key.length === 1 && key !== ' ' && !event.ctrlKey && !event.metaKey && !event.altKey;
  const step = steps[key];
  if (key === 'Enter' || key === ' ') items[at]?.click();
  else if (step !== undefined) items.at(step % items.length)?.focus();
  else if (isLetter) after.find(({ textContent }) => textContent.toLowerCase().startsWith(key.toLowerCase()))?.focus();
  else if (key === 'Escape' || key === 'Tab') close();
  else return;
  // Tab moves on from the button. Elements around the menu must not hear the other keys.
  if (key === 'Tab') return;
  event.preventDefault();
  event.stopPropagation();
}

/** A line above the actions of a menu; hidden from screen readers, because a menu may not have text for them. */
export function MenuText({ children }: { children: ReactNode }) {
  return (
    <li aria-hidden className={styles.text}>
      {children}
    </li>
  );
}
