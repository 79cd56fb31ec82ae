import { useEffect, useEffectEvent, useState } from 'react';
import type { ChangeEvent } from 'react';
import { languageOf } from '../../features/documents/editor/languages/languages.ts';
import { asPasted, checkReceipt, digestOf, textOfFile } from '../../features/receipts/check-receipt.ts';
import type { Verdict } from '../../features/receipts/check-receipt.ts';
import { ReceiptFacts } from '../../features/receipts/ReceiptFacts.tsx';
import { loadReceiptKeys } from '../../features/receipts/receipts.queries.ts';
import { useAction } from '../../shared/form/use-action.ts';
import { Notice } from '../../shared/ui/feedback/Notice.tsx';
import { Button } from '../../shared/ui/plain/Button.tsx';
import { TextAreaField } from '../../shared/ui/form/TextAreaField.tsx';
import { TextLink } from '../../shared/ui/TextLink.tsx';
import { useDocumentTitle } from '../../shared/ui/use-document-title.ts';
import { Wordmark } from '../../shared/ui/Wordmark.tsx';
import { CodeCheck } from './CodeCheck.tsx';
import styles from './receipts.module.css';

/** Larger than any receipt (bytes). */
const FILE_MAX_BYTES = 1_000_000;

/** Checks a receipt in this browser, without sending it. */
export function VerifyScreen() {
  useDocumentTitle('Check a receipt');
  const [verdict, setVerdict] = useState<Verdict | null>(null);
  const checking = useAction({
    run: async (file: string) => setVerdict(await checkReceipt(file, await loadReceiptKeys())),
    failure: () => 'The receipt could not be checked.',
  });
  const check = (file: string) => {
    setVerdict(null);
    checking.start(file);
  };
  const open = async (file: File | undefined) => {
    if (!file) return;
    check(file.size > FILE_MAX_BYTES ? '' : textOfFile(await file.arrayBuffer()));
  };
  useDroppedFile((file) => void open(file));
  return (
    <main className={styles.screen} tabIndex={-1}>
      <TextLink to="/" className={styles.home}>
        <Wordmark />
      </TextLink>
      <div>
        <h1>Check a receipt</h1>
        <p className={styles.lead}>
          A candidate’s receipt of an interview is checked in this browser. It is not sent anywhere.
        </p>
      </div>
      <label className={styles.drop}>
        <span>Choose the receipt’s file, or drop it here</span>
        <input
          type="file"
          accept=".json,application/json,text/plain"
          onChange={({ target }: ChangeEvent<HTMLInputElement>) => void open(target.files?.[0])}
        />
      </label>
      <PastedText busy={checking.busy} onCheck={check} />
      <div role="status" className={styles.result}>
        {checking.problem !== null && <Notice tone="bad">{checking.problem}</Notice>}
        {verdict && <Result verdict={verdict} />}
      </div>
    </main>
  );
}

function PastedText({ busy, onCheck }: { busy: boolean; onCheck: (text: string) => void }) {
  const [text, setText] = useState('');
  return (
    <form
      className={styles.form}
      onSubmit={(event) => {
        event.preventDefault();
        onCheck(asPasted(text));
      }}
    >
      <TextAreaField label="Or paste its text" rows={4} value={text} onChange={setText} />
      <Button type="submit" look="primary" busy={busy} busyText="Checking..." disabled={text.trim() === ''}>
        Check
      </Button>
    </form>
  );
}

/** Calls back if a file is dropped anywhere on the page; otherwise the browser would open it. */
function useDroppedFile(open: (file: File | undefined) => void): void {
  const receive = useEffectEvent((event: DragEvent) => {
    event.preventDefault();
    if (event.type === 'drop') open(event.dataTransfer?.files[0]);
  });
  useEffect(() => {
    const listener = (event: DragEvent) => receive(event);
    window.addEventListener('dragover', listener);
    window.addEventListener('drop', listener);
    return () => {
      window.removeEventListener('dragover', listener);
      window.removeEventListener('drop', listener);
    };
  }, []);
}

function Result({ verdict }: { verdict: Verdict }) {
  if (verdict.kind === 'unsupported')
    return (
      <Notice tone="warn">
        This browser can’t check Ed25519 signatures, so this says nothing about the receipt. Use a current version of
        Chrome, Edge, Firefox or Safari, on a page with https.
      </Notice>
    );
  if (verdict.kind === 'newer')
    return <Notice tone="warn">This receipt has a newer format. Reload the page and check it again.</Notice>;
  if (verdict.kind === 'not genuine')
    return <Notice tone="bad">Not genuine. It was changed, or another site issued it.</Notice>;
  return (
    <>
      <Notice tone="good">Genuine. This site signed exactly this receipt.</Notice>
      <ReceiptFacts receipt={verdict.receipt} languageLabel={(language) => languageOf(language).label} />
      <CodeCheck receipt={verdict.receipt} digestOf={digestOf} />
    </>
  );
}
