import { useState } from 'react';
import { copyText } from '../../shared/device/copy-text.ts';
import { Button } from '../../shared/ui/joy/Button.tsx';
import { Notice } from '../../shared/ui/feedback/Notice.tsx';
import { toast } from '../../shared/ui/feedback/toast-store.ts';
import { ButtonRow } from '../../shared/ui/ButtonRow.tsx';
import styles from './account-security.module.css';

/** Shows the recovery codes, which replace a lost authenticator; they are shown only once. */
export function RecoveryCodes({ codes, onDone }: { codes: string[]; onDone: () => void }) {
  const [copied, setCopied] = useState(false);
  const copy = async () => {
    const hasCopied = await copyText(codes.join('\n'));
    setCopied(hasCopied);
    if (!hasCopied) toast('bad', 'Failed to copy the codes');
  };
  return (
    <div className={styles.step}>
      <Notice tone="good">
        Two-step sign-in is on. Save these recovery codes: each signs you in once without the app. We won’t show them
        again.
      </Notice>
      <ul className={styles.codes} aria-label="Recovery codes">
        {codes.map((code) => (
          <li key={code}>
            <code>{code}</code>
          </li>
        ))}
      </ul>
      <ButtonRow>
        <Button onClick={onDone}>I’ve saved them</Button>
        <Button look="quiet" onClick={() => void copy()}>
          {copied ? 'Copied' : 'Copy all'}
        </Button>
      </ButtonRow>
    </div>
  );
}
