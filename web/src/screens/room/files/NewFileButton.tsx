import FilePlus from 'lucide-react/icons/file-plus';
import { IconButton } from '../../../shared/ui/plain/IconButton.tsx';
import type { EditorRoom } from '../live/editor-room.ts';
import { useRoomState } from '../live/useLiveRoom.ts';
import styles from '../room.module.css';
import { useFileDialog } from './useFileDialog.tsx';
import { useMayChangeFiles } from './useMayChangeFiles.ts';

/**
 * Creates the second file of a room, in its foot, among a phone's keys, or beside Run in a narrow window. Renders
 * nothing if the room has several, because their row has the button then.
 */
export function NewFileButton({ room, isIcon = false }: { room: EditorRoom; isIcon?: boolean }) {
  const isOne = useHasOneFile(room);
  const mayChange = useMayChangeFiles(room);
  // It has its place from the start, because it would move its neighbours.
  const isUnknown = useRoomState(room, ({ filesAllowed, ended }) => filesAllowed === null && ended === null);
  const isShown = isOne && (mayChange || isUnknown);
  const { create, dialog } = useFileDialog(room);
  return (
    <>
      {isShown && isIcon && (
        <IconButton label="New file" disabled={isUnknown} onClick={create}>
          <FilePlus size={18} aria-hidden />
        </IconButton>
      )}
      {isShown && !isIcon && (
        <button type="button" className={styles.quiet} disabled={isUnknown} onClick={create}>
          New file
        </button>
      )}
      {dialog}
    </>
  );
}

/** Returns true while a room has one file and none to restore. */
export function useHasOneFile(room: EditorRoom): boolean {
  return useRoomState(room, ({ files: { files, deleted } }) => files.length + deleted.length === 1);
}
