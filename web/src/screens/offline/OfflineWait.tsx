import type { ReactNode } from 'react';
import { useDocumentTitle } from '../../shared/ui/use-document-title.ts';
import { Wordmark } from '../../shared/ui/Wordmark.tsx';
import styles from './offline.module.css';

export interface OfflineWaitProps {
  /** What stands in the browser's tab. */
  title: string;
  /** What happens by itself once the device is online. */
  children: ReactNode;
  /** Where else to go meanwhile. */
  action?: ReactNode;
}

/** Stands for a screen that needs the network, while the device has none. */
export function OfflineWait({ title, children, action }: OfflineWaitProps) {
  useDocumentTitle(title);
  return (
    <main className={styles['wait']}>
      <Wordmark />
      <div role="status">
        <h1>You are offline</h1>
        <p>{children}</p>
      </div>
      {action}
    </main>
  );
}
