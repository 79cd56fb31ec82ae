import type { Receipt } from '@cip/contracts/receipts/receipt-format';
import { useState } from 'react';
import type { DragEvent } from 'react';
import type { Outcome } from '../../shared/form/use-action.ts';
import { Notice } from '../../shared/ui/feedback/Notice.tsx';
import styles from './receipts.module.css';

interface CodeCheckProps {
  receipt: Receipt;
  digestOf: (bytes: ArrayBuffer) => Promise<string>;
}

/** Compares a file with the final code that a receipt names, the codes that were put aside, and the files of each. */
export function CodeCheck({ receipt: { code, files, asides = [] }, digestOf }: CodeCheckProps) {
  const [verdict, setVerdict] = useState<Outcome | null>(null);
  const compare = async (file: File | undefined) => {
    if (!file) return;
    setVerdict(null);
    // A folder that was dropped, or a file that is gone.
    const bytes = await file.arrayBuffer().catch(() => null);
    if (bytes === null) return setVerdict({ tone: 'bad', text: 'This file could not be read.' });
    const sha256 = await digestOf(bytes);
    const known = [
      ...titled('the final code', { ...code, files }),
      ...asides.flatMap((aside) => titled(`answer ${aside.number}`, aside)),
    ];
    const same = known.find((each) => each.sha256 === sha256);
    if (same) return setVerdict({ tone: 'good', text: `This file is ${same.title}, byte for byte.` });
    setVerdict({
      tone: 'bad',
      text:
        asides.length === 0
          ? 'This file is not the final code of the receipt.'
          : 'This file is neither the final code nor an answer of the receipt.',
    });
  };
  // The page checks every other dropped file as a receipt.
  const drop = (event: DragEvent) => {
    event.preventDefault();
    event.stopPropagation();
    void compare(event.dataTransfer.files[0]);
  };
  return (
    <>
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- the field has the keyboard */}
      <label className={styles.drop} onDrop={drop}>
        <span>Compare a code file with the receipt</span>
        <input
          type="file"
          // So that the same file can be chosen again after it was changed.
          onClick={({ currentTarget }) => void (currentTarget.value = '')}
          onChange={({ target }) => void compare(target.files?.[0])}
        />
      </label>
      {verdict && <Notice tone={verdict.tone}>{verdict.text}</Notice>}
    </>
  );
}

/** Returns the digests of a code and of its files, each with its title; the first file has the code's. */
const titled = (title: string, { sha256, files = [] }: { sha256: string; files?: Receipt['files'] | undefined }) => [
  { title, sha256 },
  ...files.slice(1).map((file) => ({ title: `${file.name} of ${title}`, sha256: file.sha256 })),
];
