import Check from 'lucide-react/icons/check';
import Ellipsis from 'lucide-react/icons/ellipsis';
import TriangleAlert from 'lucide-react/icons/triangle-alert';
import { useCallback, useEffect, useState } from 'react';
import { useReachability } from '../../shared/api/reachability.ts';
import { checkConnection, checkEditor, checkStorage } from './checks.ts';
import type { Verdict } from './checks.ts';
import styles from './readiness.module.css';

export interface ReadinessProps {
  /** Loads the room's files; the same function each time. */
  prepare: () => Promise<unknown>;
}

/** Preloads the session's files, and shows in three lines if this device is ready. */
export function Readiness({ prepare }: ReadinessProps) {
  const reachability = useReachability();
  // Checks again if the network connects or disconnects.
  const connection = useCheck(checkConnection, reachability);
  const storage = useCheck(checkStorage);
  const editor = useCheck(
    useCallback(() => checkEditor(prepare), [prepare]),
    reachability,
  );
  const lines = [
    { label: 'Internet connection', verdict: connection },
    { label: 'Backup on this device', verdict: storage },
    { label: 'Code editor', verdict: editor },
  ];
  return (
    <section aria-label="Is this device ready?" className={styles.readiness}>
      <dl>
        {lines.map(({ label, verdict }) => (
          <div key={label} data-state={verdict === null ? 'checking' : verdict.isGood ? 'good' : 'bad'}>
            <dt>{label}</dt>
            <dd>
              <Sign verdict={verdict} />
              {verdict?.text ?? 'Checking…'}
            </dd>
          </div>
        ))}
      </dl>
      <p role="status" className="visually-hidden">
        {summary(lines)}
      </p>
    </section>
  );
}

function Sign({ verdict }: { verdict: Verdict | null }) {
  const Icon = verdict === null ? Ellipsis : verdict.isGood ? Check : TriangleAlert;
  return <Icon size={16} aria-hidden />;
}

/** One sentence for screen readers, once all checks are done. */
function summary(lines: { label: string; verdict: Verdict | null }[]): string {
  if (lines.some(({ verdict }) => verdict === null)) return '';
  const missing = lines.filter(({ verdict }) => verdict?.isGood === false);
  if (missing.length === 0) return 'This device is ready for the interview.';
  return missing.map(({ label, verdict }) => `${label}: ${verdict?.text}.`).join(' ');
}

function useCheck(check: () => Promise<Verdict>, anew?: string): Verdict | null {
  const [verdict, setVerdict] = useState<Verdict | null>(null);
  useEffect(() => {
    let isCurrent = true;
    setVerdict(null);
    void check().then((found) => isCurrent && setVerdict(found));
    return () => void (isCurrent = false);
  }, [check, anew]);
  return verdict;
}
