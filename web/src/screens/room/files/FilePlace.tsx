import { Suspense } from 'react';
import { lazyPart } from '../../../shared/ui/loading/lazy-part.tsx';
import type { EditorRoom } from '../live/editor-room.ts';
import { useHasOneFile } from './NewFileButton.tsx';
import type { GoneFile } from './useShownFile.ts';

// Lazy, because most rooms have one file.
const load = () => import('./FileRow.tsx');
const FileRow = lazyPart(async () => (await load()).FileRow);
const GoneFileNotice = lazyPart(async () => (await load()).GoneFileNotice);

/** The place of a room's files above the code. Renders nothing while there is one. */
export function FilePlace({ room }: { room: EditorRoom }) {
  if (useHasOneFile(room)) return null;
  return (
    <Suspense>
      <FileRow room={room} />
    </Suspense>
  );
}

/** The place of the notice about a deleted file. Renders nothing if there is none. */
export function GonePlace({
  room,
  gone,
  onDismiss,
}: {
  room: EditorRoom;
  gone: GoneFile | null;
  onDismiss: () => void;
}) {
  if (gone === null) return null;
  return (
    <Suspense>
      <GoneFileNotice {...{ room, gone, onDismiss }} />
    </Suspense>
  );
}
