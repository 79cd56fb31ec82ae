import { downloadCode } from '../../../features/documents/editor/download-code.ts';
import { copyOfSave } from '../../../features/outbox/copy-of-save.ts';
import { isChange, type Entry } from '../../../features/outbox/outbox-entry.ts';
import { outbox, outboxEntries } from '../../../features/outbox/page-outbox.ts';
import { textOfChange } from '../../../features/outbox/text-of-change.ts';
import { wholeCode } from '../../../shared/code/code-copy.ts';
import { copyCode } from '../../../shared/ui/feedback/copy-code.ts';
import { formatDateTime } from '../../../shared/format.ts';
import { useStore } from '../../../shared/store.ts';
import { Button } from '../../../shared/ui/joy/Button.tsx';
import { Dialog } from '../../../shared/ui/overlay/Dialog.tsx';
import { DiscardButton } from './DiscardButton.tsx';
import styles from '../outbox.module.css';

/** Lists the account's unsynced changes with their actions. */
export function OutboxDialog({ onClose }: { onClose: () => void }) {
  const entries = useStore(outboxEntries);
  const isWaiting = entries.some(({ refused }) => !refused);
  return (
    <Dialog
      title="Unsynced changes"
      width={600}
      onClose={onClose}
      actions={
        <>
          <Button look={isWaiting ? 'primary' : 'secondary'} disabled={!isWaiting} onClick={() => void outbox.flush()}>
            Send now
          </Button>
          <Button look="quiet" onClick={onClose}>
            Close
          </Button>
        </>
      }
    >
      {entries.length === 0 ? (
        <p role="status">Everything is synced.</p>
      ) : (
        <ul className={styles.entries}>
          {entries.map((entry) => (
            <Row key={entry.sequence} entry={entry} />
          ))}
        </ul>
      )}
    </Dialog>
  );
}

const KINDS = {
  save: 'Save',
  notes: 'Notes',
  end: 'End session',
  scorecard: 'Scorecard',
  'submit-scorecard': 'Submit scorecard',
};

function Row({ entry }: { entry: Entry }) {
  const { sequence, kind, roomCode, at, refused } = entry;
  return (
    <li className={styles.entry}>
      <div className={styles.what}>
        <strong>{KINDS[kind]}</strong>
        <code className={styles.room}>{roomCode}</code>
        <span className={styles.when}>{formatDateTime(new Date(at).toISOString())}</span>
      </div>
      <p className={styles.state} data-tone={refused ? 'bad' : 'warn'}>
        {stateOf(entry)}
      </p>
      <div className={styles.acts}>
        {refused && (
          <Button size="sm" onClick={() => void outbox.retry(sequence)}>
            Retry
          </Button>
        )}
        {entry.kind === 'save' && (
          <>
            <Button size="sm" onClick={() => void copyCode(wholeCode(copyOfSave(entry)))}>
              Copy code
            </Button>
            <Button size="sm" onClick={() => void downloadCode(copyOfSave(entry))}>
              Download code
            </Button>
          </>
        )}
        {isChange(entry) && <CopyText text={textOfChange(entry)} />}
        <DiscardButton onDiscard={() => void outbox.discard(sequence)} />
      </div>
    </li>
  );
}

function CopyText({ text }: { text: string }) {
  if (text === '') return null;
  return (
    <Button size="sm" onClick={() => void copyCode(text, 'Text')}>
      Copy text
    </Button>
  );
}

function stateOf({ refused, problem, attempts }: Entry): string {
  if (refused) return `Couldn’t sync: ${problem ?? 'the server refused it.'}`;
  if (problem === undefined) return 'Saved on this device, waiting to sync.';
  return `Saved on this device after ${attempts === 1 ? '1 attempt' : `${attempts} attempts`} to sync: ${problem}`;
}
