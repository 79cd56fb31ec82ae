import CloudUpload from 'lucide-react/icons/cloud-upload';
import { lazy, Suspense, useState } from 'react';
import { useWaitingCount } from '../../shared/waiting-count.ts';
import styles from './outbox.module.css';

const OutboxDialog = lazy(async () => ({ default: (await import('./OutboxDialog.tsx')).OutboxDialog }));

/** How much waits on this device for the server, in the header; nothing while nothing does. */
export function OutboxButton() {
  const count = useWaitingCount();
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      {count > 0 && (
        <button type="button" className={styles['count']} aria-label={labelOf(count)} onClick={() => setOpen(true)}>
          <CloudUpload size={18} aria-hidden />
          <span aria-hidden>{count}</span>
        </button>
      )}
      {isOpen && (
        <Suspense fallback={null}>
          <OutboxDialog onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  );
}

function labelOf(count: number): string {
  return count === 1 ? '1 change waits for the server' : `${count} changes wait for the server`;
}
