import ArrowLeft from 'lucide-react/icons/arrow-left';
import type { ReactNode } from 'react';
import { TextLink } from '../../shared/ui/TextLink.tsx';
import { useDocumentTitle } from '../../shared/ui/use-document-title.ts';
import { AppTheme } from '../../shared/ui/joy/AppTheme.tsx';
import { Wordmark } from '../../shared/ui/Wordmark.tsx';
import { StillMock } from '../landing/StillMock.tsx';
import styles from './AuthLayout.module.css';

/** One narrow column; on wide screens with a picture of the product beside it. */
export function AuthLayout({ title, subtitle, children }: { title: string; subtitle: string; children: ReactNode }) {
  useDocumentTitle(title);
  return (
    <div className={styles.layout}>
      <main className={styles.column}>
        <div className={styles.top}>
          <TextLink to="/" className={styles.back}>
            <ArrowLeft size={20} aria-hidden />
            <Wordmark />
          </TextLink>
        </div>
        <div>
          <h1 className={styles.title}>{title}</h1>
          <p className={styles.subtitle}>{subtitle}</p>
        </div>
        <AppTheme>{children}</AppTheme>
      </main>
      <aside className={styles.aside} aria-hidden="true">
        <div className={styles.still}>
          <StillMock />
        </div>
      </aside>
    </div>
  );
}
