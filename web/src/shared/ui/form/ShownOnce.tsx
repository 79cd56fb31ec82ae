import { useId, useState } from 'react';
import { copyText } from '../../device/copy-text.ts';
import { Button } from '../plain/Button.tsx';
import styles from './ShownOnce.module.css';

/** Renders a text that cannot be read again, such as a secret, with a button that copies it. */
export function ShownOnce({ label, text }: { label: string; text: string }) {
  const id = useId();
  const [copied, setCopied] = useState<string | null>(null);
  return (
    <div className={styles.field}>
      <label htmlFor={id}>{label}</label>
      <div className={styles.value}>
        <input id={id} readOnly value={text} onFocus={(event) => event.target.select()} />
        <Button onClick={() => void copyText(text).then((isCopied) => isCopied && setCopied(text))}>
          {copied === text ? 'Copied ✓' : 'Copy'}
        </Button>
      </div>
    </div>
  );
}
