import ArrowLeft from 'lucide-react/icons/arrow-left';
import type { MouseEvent, ReactNode } from 'react';
import { ButtonRow } from './ButtonRow.tsx';
import { ButtonLink } from './plain/ButtonLink.tsx';
import styles from './Page.module.css';
import { useDocumentTitle } from './use-document-title.ts';

export interface WayBack {
  label: string;
  to: '/' | '/dashboard' | '/questions' | '/sessions' | '/settings' | '/subscription-plans';
  /** Keeps the search of the address, because a list may have its place there. */
  search?: true;
  /** Takes the place of this page in the history. */
  replace?: true;
  onClick?: (event: MouseEvent) => void;
}

export interface PageProps {
  title: string;
  /** Title of the browser tab, if it differs from the page's. */
  tab?: string;
  lead?: ReactNode;
  /** The way back, if there is one. */
  back?: WayBack;
  /** Buttons beside the title; the primary one last. */
  actions?: ReactNode;
  /** Whether the title and the buttons stay in sight while the page scrolls; never on a phone. */
  isHeadSticky?: boolean;
  children: ReactNode;
  /** Shown under the content, outside `main`. */
  footer?: ReactNode;
}

/** Renders a page of the signed-in app: its title, its actions and its content. */
export function Page({ title, tab = title, lead, back, actions, isHeadSticky, children, footer }: PageProps) {
  useDocumentTitle(tab);
  return (
    <>
      <main className={styles.page} tabIndex={-1}>
        <header className={styles.head} data-sticky={isHeadSticky}>
          {back && <BackLink {...back} />}
          <div className={styles.title}>
            <h1>{title}</h1>
            {lead !== undefined && <p>{lead}</p>}
          </div>
          {actions !== undefined && <ButtonRow>{actions}</ButtonRow>}
        </header>
        {children}
      </main>
      {footer}
    </>
  );
}

function BackLink({ label, ...to }: WayBack) {
  return (
    <ButtonLink {...to} role="button" look="quiet" aria-label={label} title={label} className={styles.back ?? ''}>
      <ArrowLeft size={20} aria-hidden />
    </ButtonLink>
  );
}
