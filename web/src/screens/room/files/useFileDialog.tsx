import type { RoomFile } from '@cip/contracts/rooms/files';
import { Suspense, useState } from 'react';
import type { ReactNode } from 'react';
import { lazyPart } from '../../../shared/ui/loading/lazy-part.tsx';
import type { EditorRoom } from '../live/editor-room.ts';

// Lazy, because most rooms have one file.
const FileDialog = lazyPart(async () => (await import('./FileDialog.tsx')).FileDialog);

interface FileDialogState {
  create: () => void;
  rename: (file: RoomFile) => void;
  dialog: ReactNode;
}

/** Returns the dialog that names a file, and functions that open it. */
export function useFileDialog(room: EditorRoom): FileDialogState {
  const [open, setOpen] = useState<{ file: RoomFile | null } | null>(null);
  return {
    create: () => setOpen({ file: null }),
    rename: (file) => setOpen({ file }),
    dialog: open && (
      <Suspense>
        <FileDialog room={room} file={open.file} onClose={() => setOpen(null)} />
      </Suspense>
    ),
  };
}
