import type { Receipt } from '@cip/contracts/receipts/receipt-format';
import { useState } from 'react';
import { Notice } from '../../shared/ui/feedback/Notice.tsx';
import styles from './receipts.module.css';

interface CodeCheckProps {
  receipt: Receipt;
  digestOf: (bytes: ArrayBuffer) => Promise<string>;
}

/** Compares a file with the final code that a receipt names, and with the codes that were put aside. */
export function CodeCheck({ receipt: { code, asides = [] }, digestOf }: CodeCheckProps) {
  const [same, setSame] = useState<string | null>();
  const compare = async (file: File | undefined) => {
    if (!file) return;
    const sha256 = await digestOf(await file.arrayBuffer());
    const aside = asides.find((each) => each.sha256 === sha256);
    if (code.sha256 === sha256) setSame('the final code');
    else setSame(aside ? `answer ${aside.number}` : null);
  };
  return (
    <>
      <label className={styles.drop}>
        <span>Compare a code file with the receipt</span>
        <input type="file" onChange={({ target }) => void compare(target.files?.[0])} />
      </label>
      {typeof same === 'string' && <Notice tone="good">{`This file is ${same}, byte for byte.`}</Notice>}
      {same === null && (
        <Notice tone="bad">
          {asides.length === 0
            ? 'This file is not the final code of the receipt.'
            : 'This file is neither the final code nor an answer of the receipt.'}
        </Notice>
      )}
    </>
  );
}
