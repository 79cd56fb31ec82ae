import FlaskConical from 'lucide-react/icons/flask-conical';
import type { ReactNode } from 'react';
import { useDocumentTitle } from '../../shared/ui/use-document-title.ts';
import { Wordmark } from '../../shared/ui/Wordmark.tsx';
import styles from './test-payments.module.css';

/** Replaces a page of the payment provider, with a notice that it is a test. */
export function TestPage({ title, children }: { title: string; children: ReactNode }) {
  useDocumentTitle(title);
  return (
    <div className={styles.page}>
      <header className={styles.strip}>
        <FlaskConical size={18} aria-hidden />
        <p>
          <strong>Test mode.</strong> No money moves, and no card is asked for.
        </p>
      </header>
      <main className={styles.sheet}>
        <Wordmark />
        <h1>{title}</h1>
        {children}
      </main>
    </div>
  );
}
