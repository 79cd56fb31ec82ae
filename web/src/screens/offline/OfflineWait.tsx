import type { ReactNode } from 'react';
import { useReachability } from '../../shared/api/reachability.ts';
import { useDocumentTitle } from '../../shared/ui/use-document-title.ts';
import { Wordmark } from '../../shared/ui/Wordmark.tsx';
import styles from './offline.module.css';

export interface OfflineWaitProps {
  /** What stands in the browser's tab. */
  title: string;
  /** What happens by itself; `when` says after what. */
  children: (when: string) => ReactNode;
  /** Where else to go meanwhile. */
  action?: ReactNode;
}

/** Stands for a screen that needs the server while it cannot be reached, and says whose fault that is. */
export function OfflineWait({ title, children, action }: OfflineWaitProps) {
  useDocumentTitle(title);
  const isOffline = useReachability() === 'offline';
  return (
    <main className={styles.wait}>
      <Wordmark />
      <div role="status">
        <h1>{isOffline ? 'You are offline' : "We can't reach the server"}</h1>
        <p>
          {!isOffline && 'We keep trying. '}
          {children(isOffline ? 'once this device is online again' : 'as soon as the server answers')}
        </p>
      </div>
      {action}
    </main>
  );
}
