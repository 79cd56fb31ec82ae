import { Notice } from '../../../shared/ui/feedback/Notice.tsx';
import { Button } from '../../../shared/ui/plain/Button.tsx';
import { toast } from '../../../shared/ui/feedback/toast-store.ts';
import type { LiveRoom } from '../live/live-room.ts';
import { restoreFile } from './file-acts.ts';
import { showFile } from './show-file.ts';
import type { GoneFile } from './useShownFile.ts';
import { useMayChangeFiles } from './useMayChangeFiles.ts';

interface GoneFileNoticeProps {
  room: LiveRoom;
  gone: GoneFile;
  onDismiss: () => void;
}

/** Says who deleted the file that was shown, and offers to restore it. */
export function GoneFileNotice({ room, gone: { root, name, by }, onDismiss }: GoneFileNoticeProps) {
  const mayChange = useMayChangeFiles(room);
  return (
    <Notice
      tone="info"
      onDismiss={onDismiss}
      action={
        mayChange && (
          <Button size="sm" onClick={() => void restore(room, root)}>
            Restore
          </Button>
        )
      }
    >
      {by === null ? `${name} was deleted.` : `${by} deleted ${name}.`}
    </Notice>
  );
}

/** Restores a file and shows it; shows the reason if that is impossible. */
export async function restore(room: LiveRoom, root: string): Promise<void> {
  const problem = await restoreFile(room, root);
  if (problem === null) showFile(room, root);
  else toast('bad', problem);
}
