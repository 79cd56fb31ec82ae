import { useEffect, useState } from 'react';
import type { ReactNode } from 'react';
import { Button } from '../plain/Button.tsx';
import { Dialog } from './Dialog.tsx';
import styles from './key-help.module.css';

/** Elements in which a question mark is text, or which have the page to themselves. */
const TYPED = 'input, textarea, select, [role=textbox], [contenteditable=true], [role=menu], dialog';

/** A key of the page and its effect, for users. */
export type HelpedKey = readonly [keys: string, effect: string];

/** Returns the list of the page's keys while it is open; a question mark outside of fields opens it. */
export function useKeyHelp(keys: readonly HelpedKey[]): ReactNode {
  const [isOpen, setOpen] = useState(false);
  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      const { key, ctrlKey, metaKey, altKey, target } = event;
      if (key !== '?' || ctrlKey || metaKey || altKey || event.defaultPrevented) return;
      if ((target instanceof Element && target.closest(TYPED)) || document.querySelector('dialog[open]')) return;
      event.preventDefault();
      setOpen(true);
    };
    document.addEventListener('keydown', press);
    return () => document.removeEventListener('keydown', press);
  }, []);
  if (!isOpen) return null;
  const close = () => setOpen(false);
  return (
    <Dialog
      title="Keyboard shortcuts"
      onClose={close}
      actions={
        <Button look="primary" autoFocus onClick={close}>
          Close
        </Button>
      }
    >
      <dl className={styles.keys}>
        {keys.map(([key, effect]) => (
          <div key={key}>
            <dt>
              <kbd>{key}</kbd>
            </dt>
            <dd>{effect}</dd>
          </div>
        ))}
      </dl>
    </Dialog>
  );
}
