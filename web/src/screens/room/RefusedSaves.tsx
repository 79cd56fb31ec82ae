import type { SaveRow } from '../../features/documents/device-database.ts';
import { discardSave } from '../../features/documents/save-outbox.ts';
import type { SaveBody } from '../../features/documents/save-outbox.ts';
import { formatDateTime } from '../../shared/format.ts';
import { Button } from '../../shared/ui/Button.tsx';
import { Notice } from '../../shared/ui/Notice.tsx';
import { toast } from '../../shared/ui/toast-store.ts';
import { copyText } from './share-link.ts';

/** Saves the server refused for good: their code is here to be copied, and goes only when it is discarded. */
export function RefusedSaves({ saves }: { saves: SaveRow[] }) {
  return saves.map(({ opId, at, body, refused }) => (
    <Notice
      key={opId}
      tone="bad"
      action={
        <Button size="sm" onClick={() => void copy((body as SaveBody).code_content)}>
          Copy code
        </Button>
      }
      onDismiss={() => void discardSave(opId)}
    >
      A save of {formatDateTime(new Date(at).toISOString())} was refused: {refused}
    </Notice>
  ));
}

async function copy(code: string): Promise<void> {
  if (await copyText(code)) toast('good', 'Code copied to clipboard!');
  else toast('bad', 'Failed to copy the code');
}
