import { SHARED_TEXT } from '@cip/contracts/rooms/text-limits';
import { useMemo } from 'react';
import type { EditorHandle } from '../../../features/documents/editor/languages/editor-pane.ts';
import type { MarkableEditor } from '../../../features/runs/panel/useErrorMark.ts';
import { useStore } from '../../../shared/store.ts';
import type { EditorRoom } from '../live/editor-room.ts';
import { showFile } from './show-file.ts';

/**
 * Returns the editor of the first file, which runs. While another file is shown, nothing is marked in
 * it, and going to a line shows the first file.
 */
export function useProgramEditor(room: EditorRoom, handle: EditorHandle | null): MarkableEditor | null {
  const isShown = useStore(room.code.shown, (root) => root === SHARED_TEXT);
  return useMemo(() => {
    if (handle === null || isShown) return handle;
    return {
      focus: () => handle.focus(),
      mark: () => undefined,
      goTo: (line, column) => showFile(room, SHARED_TEXT, (program) => program.goTo(line, column)),
      replaceLookalikes: () => {
        showFile(room, SHARED_TEXT, (program) => program.replaceLookalikes());
        return true;
      },
    };
  }, [room, handle, isShown]);
}
