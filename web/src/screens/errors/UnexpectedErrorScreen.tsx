import type { ErrorComponentProps } from '@tanstack/react-router';
import { useEffect } from 'react';
import { reloadWhenReached } from '../../pwa/reload-when-reached.ts';
import { isReloading } from '../../pwa/stale-files.ts';
import { useReachability } from '../../shared/api/reachability.ts';
import { useStore } from '../../shared/store.ts';
import { Button } from '../../shared/ui/plain/Button.tsx';
import { isMissingFile } from '../../shared/ui/loading/import-with-retry.ts';
import styles from './errors.module.css';

/** Shown if a screen throws, with the error, or if its files fail to load. */
export function UnexpectedErrorScreen({ error }: ErrorComponentProps) {
  if (useStore(isReloading))
    return (
      <main className={styles.screen}>
        <p role="status">A new version is being loaded…</p>
      </main>
    );
  return isMissingFile(error) ? <NeedsNetwork /> : <Broken error={error} />;
}

function NeedsNetwork() {
  const isOffline = useReachability() === 'offline';
  useEffect(reloadWhenReached, []);
  return (
    <main className={styles.screen}>
      <div role="status" className={styles.said}>
        <h1>{isOffline ? 'You are offline' : 'We can’t reach the server'}</h1>
        <p>This page needs the network. It opens automatically once there is a connection.</p>
      </div>
      <Reload />
    </main>
  );
}

function Broken({ error }: { error: unknown }) {
  return (
    <main className={styles.screen}>
      <a href="/" className={styles.home}>
        Code Interview Platform
      </a>
      <div role="alert" className={styles.said}>
        <h1>Unexpected Application Error!</h1>
        <p>Something went wrong on our side. Code that a room showed as saved is safe.</p>
        <pre className={styles.detail}>{error instanceof Error ? error.message : String(error)}</pre>
      </div>
      <Reload />
    </main>
  );
}

function Reload() {
  return (
    <Button look="primary" onClick={() => window.location.reload()}>
      Reload
    </Button>
  );
}
