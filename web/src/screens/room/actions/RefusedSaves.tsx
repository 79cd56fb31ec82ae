import type { Entry } from '../../../features/outbox/outbox-entry.ts';
import { outbox } from '../../../features/outbox/page-outbox.ts';
import { copyCode } from '../../../shared/device/copy-text.ts';
import { formatDateTime } from '../../../shared/format.ts';
import { Button } from '../../../shared/ui/form/Button.tsx';
import { Notice } from '../../../shared/ui/feedback/Notice.tsx';
import { downloadCode } from './download-code.ts';

/** Saves the server refused for good: their code is here to be copied, and goes only when it is discarded. */
export function RefusedSaves({ saves }: { saves: Entry[] }) {
  return saves.map((entry) =>
    entry.kind === 'save' ? (
      <Notice
        key={entry.sequence}
        tone="bad"
        action={
          <Button size="sm" onClick={() => void copyCode(entry.body.code_content)}>
            Copy code
          </Button>
        }
        onDismiss={() => void outbox.discard(entry.sequence)}
      >
        A save of {formatDateTime(new Date(entry.at).toISOString())} was refused: {entry.problem}
      </Notice>
    ) : null,
  );
}

/** A save that neither the server nor this device took: the code has to be taken along by hand. */
export function UnkeptSave({ code, language, onDismiss }: { code: string; language: string; onDismiss: () => void }) {
  return (
    <Notice
      tone="bad"
      action={
        <>
          <Button size="sm" onClick={() => void copyCode(code)}>
            Copy code
          </Button>
          <Button size="sm" onClick={() => downloadCode(code, language)}>
            Download code
          </Button>
        </>
      }
      onDismiss={onDismiss}
    >
      Not saved: the server cannot be reached and this device has no room. Copy or download the code to keep it.
    </Notice>
  );
}
