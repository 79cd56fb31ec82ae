import ArrowLeft from 'lucide-react/icons/arrow-left';
import type { ReactNode } from 'react';
import { IconButton } from './form/IconButton.tsx';
import styles from './Page.module.css';
import { useDocumentTitle } from './use-document-title.ts';

export interface PageProps {
  title: string;
  lead?: ReactNode;
  /** The back button; left out, there is none. */
  back?: { label: string; onClick: () => void };
  /** Buttons beside the title; the primary one last. */
  actions?: ReactNode;
  children: ReactNode;
  /** Shown under the content, outside `main`. */
  footer?: ReactNode;
}

/** Renders a page of the signed-in app: its title, its actions and its content. */
export function Page({ title, lead, back, actions, children, footer }: PageProps) {
  useDocumentTitle(title);
  return (
    <>
      <main className={styles.page}>
        <header className={styles.head}>
          {back && (
            <IconButton label={back.label} onClick={back.onClick} className={styles.back}>
              <ArrowLeft size={20} aria-hidden />
            </IconButton>
          )}
          <div className={styles.title}>
            <h1>{title}</h1>
            {lead !== undefined && <p>{lead}</p>}
          </div>
          {actions !== undefined && <div className={styles.actions}>{actions}</div>}
        </header>
        {children}
      </main>
      {footer}
    </>
  );
}
