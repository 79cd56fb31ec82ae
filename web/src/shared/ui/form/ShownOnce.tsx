import { useEffect, useId, useRef, useState } from 'react';
import { copyText } from '../../device/copy-text.ts';
import { toast } from '../feedback/toast-store.ts';
import { Button } from '../plain/Button.tsx';
import styles from './ShownOnce.module.css';

interface ShownOnceProps {
  label: string;
  text: string;
  /** Removes the text, which cannot be shown again. */
  onDone?: () => void;
}

/** Renders a text that cannot be read again, such as a secret. It takes the focus, and comes into view. */
export function ShownOnce({ label, text, onDone }: ShownOnceProps) {
  const id = useId();
  const button = useRef<HTMLButtonElement>(null);
  const [copied, setCopied] = useState<string | null>(null);
  useEffect(() => {
    button.current?.focus();
  }, [text]);
  const copy = async () => {
    if (await copyText(text)) setCopied(text);
    else toast('bad', 'Failed to copy it');
  };
  return (
    <div className={styles.field}>
      <label htmlFor={id}>{label}</label>
      <div className={styles.value}>
        <input
          id={id}
          readOnly
          value={text}
          aria-describedby={`${id}-help`}
          onFocus={(event) => event.target.select()}
        />
        <Button ref={button} look="primary" onClick={() => void copy()}>
          {copied === text ? 'Copied ✓' : 'Copy'}
        </Button>
        {onDone && (
          <Button look="quiet" onClick={onDone}>
            Done
          </Button>
        )}
      </div>
      <p id={`${id}-help`}>Copy it now. It won’t be shown again.</p>
    </div>
  );
}
