import { useState } from 'react';
import { Notice } from '../../shared/ui/feedback/Notice.tsx';
import styles from './receipts.module.css';

interface CodeCheckProps {
  /** The digest that the receipt names. */
  sha256: string;
  digestOf: (bytes: ArrayBuffer) => Promise<string>;
}

/** Compares a file with the final code that a receipt names. */
export function CodeCheck({ sha256, digestOf }: CodeCheckProps) {
  const [isSame, setSame] = useState<boolean | null>(null);
  const compare = async (file: File | undefined) => {
    if (file) setSame((await digestOf(await file.arrayBuffer())) === sha256);
  };
  return (
    <>
      <label className={styles.drop}>
        <span>Compare a code file with the receipt</span>
        <input type="file" onChange={({ target }) => void compare(target.files?.[0])} />
      </label>
      {isSame === true && <Notice tone="good">This file is the final code, byte for byte.</Notice>}
      {isSame === false && <Notice tone="bad">This file is not the final code of the receipt.</Notice>}
    </>
  );
}
