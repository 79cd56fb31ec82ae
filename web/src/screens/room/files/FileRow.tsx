import Ellipsis from 'lucide-react/icons/ellipsis';
import FilePlus from 'lucide-react/icons/file-plus';
import { SHARED_TEXT } from '@cip/contracts/rooms/text-limits';
import { wordsAboutDeleted } from '@cip/contracts/rooms/code-length';
import { useEffect } from 'react';
import { explainLength } from '../../../features/documents/sync/edits/length-limit.ts';
import { useStore } from '../../../shared/store.ts';
import { FileNames } from '../../../shared/ui/tabs/FileNames.tsx';
import { Notice } from '../../../shared/ui/feedback/Notice.tsx';
import { toast } from '../../../shared/ui/feedback/toast-store.ts';
import { ActionMenu } from '../../../shared/ui/overlay/ActionMenu.tsx';
import type { Action } from '../../../shared/ui/overlay/ActionMenu.tsx';
import { Button } from '../../../shared/ui/plain/Button.tsx';
import { IconButton } from '../../../shared/ui/plain/IconButton.tsx';
import type { EditorRoom } from '../live/editor-room.ts';
import { useRoomState } from '../live/useLiveRoom.ts';
import { deleteFile, restoreFile } from './file-acts.ts';
import styles from './file-row.module.css';
import { showFile } from './show-file.ts';
import { useFileSearch } from './useFileSearch.tsx';
import { useFileDialog } from './useFileDialog.tsx';
import { useMayChangeFiles } from './useMayChangeFiles.ts';
import { usePeersByFile } from './usePeersByFile.ts';
import type { GoneFile } from './useShownFile.ts';

/** The files of a room above its code: tabs, or a list on a phone; and the actions on them. */
export function FileRow({ room }: { room: EditorRoom }) {
  const { files, deleted } = useRoomState(room, (state) => state.files);
  const { editing } = useStore(room.code.replica).gate;
  useEffect(() => {
    const length = () => deleted.reduce((sum, { root }) => sum + editing.getText(root).length, 0);
    explainLength(editing, () => wordsAboutDeleted(length()));
  }, [editing, deleted]);
  const shown = useStore(room.code.shown);
  const peers = usePeersByFile(room);
  const marks = (root: string) =>
    peers
      .get(root)
      ?.map(({ id, name, color }) => (
        <span key={id} aria-hidden title={`${name} is here`} className={styles.peer} style={{ background: color }} />
      ));
  const describe = (root: string) => {
    const names = peers.get(root)?.map(({ name }) => `${name} is here`);
    return names?.join(', ');
  };
  const show = (root: string) => showFile(room, root);
  return (
    <div className={styles.row} data-file-row>
      <FileNames id="files" {...{ files, shown, describe }} onShow={show} mark={marks} />
      <FileActions room={room} />
    </div>
  );
}

function FileActions({ room }: { room: EditorRoom }) {
  const { files, deleted } = useRoomState(room, (state) => state.files);
  const shown = useStore(room.code.shown);
  const { create, rename, dialog } = useFileDialog(room);
  const search = useFileSearch(room);
  const mayChange = useMayChangeFiles(room);
  const file = files.find(({ root }) => root === shown);
  const remove = async () => {
    const problem = await deleteFile(room, shown);
    if (problem !== null) toast('bad', problem);
  };
  const changes: Action[] = [
    { label: 'Rename', disabled: !file, onSelect: () => file && rename(file) },
    ...deleted.map(({ root, name }) => ({ label: `Restore ${name}`, onSelect: () => void restore(room, root) })),
    {
      label: 'Delete',
      danger: true,
      // It is what the interview began with and what its saved code is.
      disabled: !file || shown === SHARED_TEXT,
      onSelect: () => void remove(),
    },
  ];
  const actions: Action[] = [
    ...(search.open ? [{ label: 'Search files', onSelect: search.open }] : []),
    ...(mayChange ? changes : []),
  ];
  return (
    <>
      {mayChange && (
        <IconButton label="New file" size="sm" onClick={create}>
          <FilePlus size={18} aria-hidden />
        </IconButton>
      )}
      {actions.length > 0 && (
        // If a participant is followed, the file would change under the open menu, and its actions with it.
        <ActionMenu label="File actions" isFixed actions={actions} onOpen={() => room.code.follow(null)}>
          <Ellipsis size={18} aria-hidden />
        </ActionMenu>
      )}
      {dialog}
      {search.dialog}
    </>
  );
}

interface GoneFileNoticeProps {
  room: EditorRoom;
  gone: GoneFile;
  onDismiss: () => void;
}

/** Says who deleted the file that was shown, and offers to restore it. */
export function GoneFileNotice({ room, gone: { root, name, by }, onDismiss }: GoneFileNoticeProps) {
  const mayChange = useMayChangeFiles(room);
  const isOwn = useRoomState(room, ({ self }) => by?.id === self?.id);
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
      {by ? `${isOwn ? 'You' : by.name} deleted ${name}.` : `${name} was deleted.`}
    </Notice>
  );
}

/** Restores a file and shows it; shows the reason if that is impossible. */
async function restore(room: EditorRoom, root: string): Promise<void> {
  const problem = await restoreFile(room, root);
  if (problem === null) showFile(room, root);
  else toast('bad', problem);
}
