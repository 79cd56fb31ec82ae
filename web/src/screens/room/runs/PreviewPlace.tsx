import { useEffect } from 'react';
import { PreviewPane } from '../../../features/runs/preview/PreviewPane.tsx';
import { useStore } from '../../../shared/store.ts';
import type { EditorRoom } from '../live/editor-room.ts';
import type { RoomRuns } from '../live/live-room.ts';
import { leavePreview, refreshPreview } from './room-preview.ts';

/** The place of the preview, once the room's files make a page. */
export function PreviewPlace({ room }: { room: EditorRoom }) {
  const runs = useStore(room.runs);
  return runs && <OfferedPreview room={room} runs={runs} />;
}

function OfferedPreview({ room, runs: { preview } }: { room: EditorRoom; runs: Pick<RoomRuns, 'preview'> }) {
  const { isSingle, cover, preview: isOpen } = useStore(room.panes.store);
  const isOffered = useStore(preview.store, (state) => state.isOffered);
  const isGone = !isOffered && cover === 'preview';
  useEffect(() => {
    // Else nothing would be in a window for one pane.
    if (isGone) room.panes.hide('preview');
  }, [isGone, room]);
  if (!isOffered) return null;
  return (
    <PreviewPane
      preview={preview}
      isHidden={isSingle ? cover !== 'preview' : !isOpen}
      isWhole={isSingle}
      onRefresh={() => refreshPreview(room, preview)}
      onClose={() => {
        preview.remove();
        room.panes.hide('preview');
      }}
      onLeave={() => leavePreview(room)}
    />
  );
}
