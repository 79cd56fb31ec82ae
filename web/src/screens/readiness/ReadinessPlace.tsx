import { lazy, Suspense } from 'react';
import type { ReactNode } from 'react';
import styles from './place.module.css';

// After the page itself; a check that does not load is no reason not to join.
const Readiness = lazy(async (): Promise<{ default: () => ReactNode }> => {
  try {
    const { Readiness: checks } = await import('./Readiness.tsx');
    return { default: checks };
  } catch {
    return { default: () => null };
  }
});

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
