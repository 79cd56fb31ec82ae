import { useEffect, useState } from 'react';
import type { ComponentType } from 'react';
import { whenIdle } from '../../shared/when-idle.ts';
import styles from './place.module.css';

/** The latest the checks begin after the page is there, in milliseconds. */
const CHECK_WITHIN_MS = 2_000;

/** Where the device's readiness will stand; its room is kept from the start. */
export function ReadinessPlace() {
  const [Checks, setChecks] = useState<ComponentType | null>(null);
  useEffect(() => {
    // After the page itself; a check that does not load is no reason not to join.
    const load = () =>
      import('./Readiness.tsx').then(
        ({ Readiness }) => setChecks(() => Readiness),
        () => undefined,
      );
    return whenIdle(() => void load(), CHECK_WITHIN_MS);
  }, []);
  return <div className={styles.place}>{Checks && <Checks />}</div>;
}
