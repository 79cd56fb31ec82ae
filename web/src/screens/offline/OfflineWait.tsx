import type { ReactNode } from 'react';
import { useReachability } from '../../shared/api/reachability.ts';
import { useDocumentTitle } from '../../shared/ui/use-document-title.ts';
import { Wordmark } from '../../shared/ui/Wordmark.tsx';
import styles from './offline.module.css';

export interface OfflineWaitProps {
  /** The browser tab's title. */
  title: string;
  /** The action on reconnection; `when` names the event. */
  children: (when: string) => ReactNode;
  /** Links to other pages meanwhile. */
  action?: ReactNode;
}

/** Replaces a screen that needs the server while it is unreachable, and shows if network or server is at fault. */
export function OfflineWait({ title, children, action }: OfflineWaitProps) {
  useDocumentTitle(title);
  const isOffline = useReachability() === 'offline';
  return (
    <main className={styles.wait}>
      <Wordmark />
      <div role="status">
        <h1>{isOffline ? 'You are offline' : 'We can’t reach the server'}</h1>
        <p>
          {!isOffline && 'We keep trying. '}
          {children(isOffline ? 'once this device is online again' : 'as soon as the server answers')}
        </p>
      </div>
      {action}
    </main>
  );
}
