import CloudUpload from 'lucide-react/icons/cloud-upload';
import { useLoadedDialog } from '../../shared/ui/overlay/use-loaded-dialog.ts';
import { waitingCount } from '../../shared/device/waiting-count.ts';
import { useStore } from '../../shared/store.ts';
import { loadOutboxDialog, NOT_HERE } from './outbox-dialogs.ts';
import styles from './outbox.module.css';

/** The number of unsynced changes, in the header. Renders nothing if there are none. */
export function OutboxButton() {
  const count = useStore(waitingCount);
  const { Part: OutboxDialog, open, close } = useLoadedDialog(loadOutboxDialog, NOT_HERE);
  return (
    <>
      {count > 0 && (
        <button type="button" className={styles.count} aria-label={labelOf(count)} onClick={open}>
          <CloudUpload size={18} aria-hidden />
          <span aria-hidden>{count}</span>
        </button>
      )}
      {OutboxDialog && <OutboxDialog onClose={close} />}
    </>
  );
}

function labelOf(count: number): string {
  return count === 1 ? '1 unsynced change' : `${count} unsynced changes`;
}
