import { copyOfSave } from '../../../features/outbox/copy-of-save.ts';
import type { Entry } from '../../../features/outbox/outbox-entry.ts';
import { outbox } from '../../../features/outbox/page-outbox.ts';
import type { CodeCopy } from '../../../shared/code/code-copy.ts';
import { formatDateTime } from '../../../shared/format.ts';
import { Notice } from '../../../shared/ui/feedback/Notice.tsx';
import { CopyActions } from './CopyActions.tsx';

/** Offers the code of saves that the server refused for good, with all files, until the user dismisses them. */
export function RefusedSaves({ saves }: { saves: Entry[] }) {
  return saves.map((entry) =>
    entry.kind === 'save' ? (
      <Notice
        key={entry.sequence}
        tone="bad"
        action={<CopyActions copyOf={() => copyOfSave(entry)} />}
        onDismiss={() => void outbox.discard(entry.sequence)}
      >
        Couldn’t save ({formatDateTime(new Date(entry.at).toISOString())}): {entry.problem}
      </Notice>
    ) : null,
  );
}

/** Offers the code of a save if neither the server nor this device could store it. */
export function UnsavedCode({ copy, onDismiss }: { copy: CodeCopy; onDismiss: () => void }) {
  return (
    <Notice tone="bad" action={<CopyActions copyOf={() => copy} />} onDismiss={onDismiss}>
      Not saved: we can’t reach the server and this device is out of space. Copy or download the code to keep it.
    </Notice>
  );
}
