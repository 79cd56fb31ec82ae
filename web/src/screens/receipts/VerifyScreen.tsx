import { skipToken, useQuery } from '@tanstack/react-query';
import { useEffect, useEffectEvent, useState } from 'react';
import { languageOf } from '../../features/documents/editor/languages/languages.ts';
import { asPasted, checkReceipt, digestOf, textOfFile } from '../../features/receipts/check-receipt.ts';
import type { Verdict } from '../../features/receipts/check-receipt.ts';
import { ReceiptFacts } from '../../features/receipts/ReceiptFacts.tsx';
import { loadReceiptKeys } from '../../features/receipts/receipts.queries.ts';
import { messageOf } from '../../shared/api/api-error.ts';
import { Notice } from '../../shared/ui/feedback/Notice.tsx';
import { Problem } from '../../shared/ui/feedback/Problem.tsx';
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
  const { check, verdict, problem, busy } = useCheck();
  const open = (file: File | undefined) => {
    if (file) check(async () => (file.size > FILE_MAX_BYTES ? '' : textOfFile(await file.arrayBuffer())));
  };
  useDroppedFile(open);
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
          // So that the same file can be chosen again after a failure.
          onClick={({ currentTarget }) => void (currentTarget.value = '')}
          onChange={({ target }) => open(target.files?.[0])}
        />
      </label>
      <PastedText busy={busy} onCheck={(text) => check(async () => text)} />
      <div role="status" className={styles.result}>
        <Problem text={problem} />
        {verdict && <Result verdict={verdict} />}
      </div>
    </main>
  );
}

/** Checks one receipt after another: the result is of the last, whichever reply comes last. */
function useCheck() {
  const [nth, setNth] = useState(0);
  const [read, setRead] = useState<{ text: () => Promise<string> } | null>(null);
  const { data, error, isFetching } = useQuery({
    queryKey: ['receipt-check', nth],
    queryFn: read ? async () => checkReceipt(await read.text(), await loadReceiptKeys()) : skipToken,
    networkMode: 'always',
    retry: false,
    staleTime: Infinity,
    gcTime: 0,
  });
  const check = (text: () => Promise<string>) => {
    setNth((before) => before + 1);
    setRead({ text });
  };
  const problem = error && messageOf(error, 'The receipt could not be checked.');
  return { check, verdict: data ?? null, problem, busy: isFetching };
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
