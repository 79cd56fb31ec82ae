import type { ReactNode } from 'react';
import styles from './questions-panel.module.css';

/** Renders questions of the panel under a title; nothing if there are none. */
export function OfferSection({ title, children }: { title: string; children: ReactNode[] }) {
  if (children.length === 0) return null;
  return (
    <section>
      <h3 className={styles.title}>{title}</h3>
      <ul>{children}</ul>
    </section>
  );
}
