import { useEffect, useState } from 'react';
import type { ComponentType } from 'react';
import { whenIdle } from '../../shared/when-idle.ts';
import styles from './place.module.css';
import type { ReadinessProps } from './Readiness.tsx';

/** The latest start of the checks after the first render (ms). */
const CHECK_WITHIN_MS = 2_000;

/** Reserves the space of the readiness checks and loads them when the page is idle, but not while it is paused. */
export function ReadinessPlace({ isPaused = false, prepare }: ReadinessProps & { isPaused?: boolean }) {
  const [Checks, setChecks] = useState<ComponentType<ReadinessProps> | null>(null);
  useEffect(() => {
    if (isPaused) return;
    // If a check fails to load, joining is still possible.
    const load = () =>
      import('./Readiness.tsx').then(
        ({ Readiness }) => setChecks(() => Readiness),
        () => undefined,
      );
    return whenIdle(() => void load(), CHECK_WITHIN_MS);
  }, [isPaused]);
  return <div className={styles.place}>{Checks && <Checks prepare={prepare} />}</div>;
}
