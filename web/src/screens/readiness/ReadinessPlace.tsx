import { lazy, Suspense } from 'react';
import type { ReactNode } from 'react';
import styles from './place.module.css';

const nothing: { default: () => ReactNode } = { default: () => null };

// After the page itself; a check that does not load is no reason not to join.
const Readiness = lazy(() =>
  import('./Readiness.tsx').then(
    (loaded): typeof nothing => ({ default: loaded.Readiness }),
    () => nothing,
  ),
);

/** Where the device's readiness will stand; its room is kept from the start. */
export function ReadinessPlace() {
  return (
    <div className={styles['place']}>
      <Suspense>
        <Readiness />
      </Suspense>
    </div>
  );
}
