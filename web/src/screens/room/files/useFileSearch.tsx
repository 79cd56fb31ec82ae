import { useEffect, useEffectEvent, useState } from 'react';
import type { ReactNode } from 'react';
import { useLoadedDialog } from '../../../shared/ui/overlay/use-loaded-dialog.ts';
import type { EditorRoom } from '../live/editor-room.ts';
import { useRoomState } from '../live/useLiveRoom.ts';

const loadDialog = async () => (await import('./SearchDialog.tsx')).SearchDialog;

/** The elements that handle the keys themselves. */
const MODAL = '[role="menu"], dialog[open]';

/**
 * Returns the search over all files, which its key also opens, and its dialog while it is open. `open` is null while
 * there is one file.
 */
export function useFileSearch(room: EditorRoom): { open: (() => void) | null; dialog: ReactNode } {
  const hasSeveral = useRoomState(room, ({ files }) => files.files.length > 1);
  const [text, setText] = useState('');
  const { Part: SearchDialog, open, close } = useLoadedDialog(loadDialog, 'Failed to open the search');
  const press = useEffectEvent((event: KeyboardEvent) => {
    const isKey = event.key.toLowerCase() === 'f' && (event.ctrlKey || event.metaKey) && event.shiftKey;
    if (!isKey || event.altKey || !hasSeveral || document.querySelector(MODAL)) return;
    event.preventDefault();
    event.stopPropagation();
    if (!event.repeat) open();
  });
  useEffect(() => {
    // Before the editors, because Vim may redefine their keys.
    const onKey = (event: KeyboardEvent) => press(event);
    window.addEventListener('keydown', onKey, true);
    return () => window.removeEventListener('keydown', onKey, true);
  }, []);
  const dialog = SearchDialog && <SearchDialog room={room} text={text} onSearch={setText} onClose={close} />;
  return { open: hasSeveral ? open : null, dialog };
}
