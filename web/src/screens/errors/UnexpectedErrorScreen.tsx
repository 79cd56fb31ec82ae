import type { ErrorComponentProps } from '@tanstack/react-router';
import { useSyncExternalStore } from 'react';
import { goingOver } from '../../pwa/stale-files.ts';
import { Button } from '../../shared/ui/Button.tsx';
import styles from './errors.module.css';

/** Shown when a screen breaks; says with what. */
export function UnexpectedErrorScreen({ error }: ErrorComponentProps) {
  if (useSyncExternalStore(goingOver.subscribe, goingOver.read))
    return (
      <main className={styles['screen']}>
        <p role="status">A new version is being loaded…</p>
      </main>
    );
  return (
    <main className={styles['screen']}>
      <div role="alert" className={styles['said']}>
        <h1>Unexpected Application Error!</h1>
        <p>This screen broke. What you typed in a room is kept on this device and on the server.</p>
        <pre className={styles['detail']}>{error instanceof Error ? error.message : String(error)}</pre>
      </div>
      <Button look="primary" onClick={() => window.location.reload()}>
        Reload
      </Button>
    </main>
  );
}
