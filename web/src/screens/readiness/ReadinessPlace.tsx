import { Suspense } from 'react';
import { lazyOr } from '../../shared/lazy-or.ts';
import styles from './place.module.css';

// After the page itself; a check that does not load is no reason not to join.
const Readiness = lazyOr(
  async () => (await import('./Readiness.tsx')).Readiness,
  () => null,
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
